package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/IBM/sarama"

	"highwater/interop/lines"
)

var codecs = map[string]sarama.CompressionCodec{
	"none": sarama.CompressionNone, "gzip": sarama.CompressionGZIP,
	"snappy": sarama.CompressionSnappy, "lz4": sarama.CompressionLZ4,
	"zstd": sarama.CompressionZSTD,
}

// chooser takes the partition that the record names, or else hashes the key.
type chooser struct{ keys sarama.Partitioner }

func newChooser(topic string) sarama.Partitioner {
	return chooser{sarama.NewHashPartitioner(topic)}
}

func (c chooser) RequiresConsistency() bool { return true }

func (c chooser) Partition(message *sarama.ProducerMessage, count int32) (int32, error) {
	if wanted, named := message.Metadata.(int32); named {
		return wanted, nil
	}
	return c.keys.Partition(message, count)
}

func encoded(text *string) sarama.Encoder {
	if text == nil {
		return nil
	}
	return sarama.StringEncoder(*text)
}

func messageOf(topic string, one lines.Record) *sarama.ProducerMessage {
	made := &sarama.ProducerMessage{Topic: topic, Key: encoded(one.Key), Value: encoded(one.Value)}
	if one.Partition != nil {
		made.Metadata = *one.Partition
	}
	if one.Timestamp != nil {
		made.Timestamp = time.UnixMilli(*one.Timestamp)
	}
	for _, pair := range one.Headers {
		made.Headers = append(made.Headers,
			sarama.RecordHeader{Key: []byte(*pair[0]), Value: lines.Bytes(pair[1])})
	}
	return made
}

func (c *client) producer(idempotent bool, acks, codec string) (sarama.SyncProducer, error) {
	config := settings()
	config.Net.MaxOpenRequests = 1
	config.Producer.Idempotent = idempotent
	config.Producer.RequiredAcks = sarama.WaitForAll
	switch acks {
	case "0":
		config.Producer.RequiredAcks = sarama.NoResponse
	case "1":
		config.Producer.RequiredAcks = sarama.WaitForLocal
	}
	config.Producer.Compression = codecs[codec]
	return sarama.NewSyncProducer(c.bootstrap, config)
}

func (c *client) produce(asked lines.Asked) (lines.Answer, error) {
	producer, err := c.producer(asked.Idempotent, asked.Acks, asked.Compression)
	if err != nil {
		return nil, err
	}
	defer producer.Close()
	written, err := asked.Written()
	if err != nil {
		return nil, err
	}
	var messages []*sarama.ProducerMessage
	for _, one := range written {
		messages = append(messages, messageOf(asked.Topic, one))
	}
	if err := producer.SendMessages(messages); err != nil {
		if each, many := err.(sarama.ProducerErrors); many {
			return nil, each[0].Err
		}
		return nil, err
	}
	placed := make([][2]int64, len(messages))
	for n, one := range messages {
		placed[n] = [2]int64{int64(one.Partition), one.Offset}
	}
	return lines.Answer{"placed": placed}, nil
}

func (c *client) stream(asked lines.Asked) (lines.Answer, error) {
	producer, err := c.producer(asked.Idempotent, "all", "none")
	if err != nil {
		return nil, err
	}
	defer producer.Close()
	placed := make([]*[2]int64, 0, asked.Count)
	for first := 0; first < asked.Count; first += lines.Chunk {
		var messages []*sarama.ProducerMessage
		for n := first; n < first+lines.Chunk; n++ {
			partition := int32(n % 3)
			value := asked.Prefix + strconv.Itoa(n)
			messages = append(messages,
				messageOf(asked.Topic, lines.Record{Partition: &partition, Value: &value}))
		}
		failed := map[*sarama.ProducerMessage]bool{}
		if each, many := producer.SendMessages(messages).(sarama.ProducerErrors); many {
			for _, one := range each {
				failed[one.Msg] = true
			}
		}
		for _, one := range messages {
			if failed[one] {
				placed = append(placed, nil)
			} else {
				placed = append(placed, &[2]int64{int64(one.Partition), one.Offset})
			}
		}
		if first == asked.Count/4 {
			lines.Say(map[string]int{"progress": first})
		}
	}
	return lines.Answer{"placed": placed}, nil
}

func (c *client) read(asked lines.Asked) (lines.Answer, error) {
	opened, err := sarama.NewClient(c.bootstrap, settings())
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	start := asked.Offset
	if asked.Time != nil {
		if start, err = opened.GetOffset(asked.Topic, asked.Partition, *asked.Time); err != nil {
			return nil, err
		}
	}
	consumer, err := sarama.NewConsumerFromClient(opened)
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	reader, err := consumer.ConsumePartition(asked.Topic, asked.Partition, start)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	records, late := []lines.Record{}, time.After(lines.Deadline)
	for len(records) < asked.Count {
		select {
		case one := <-reader.Messages():
			records = append(records, readRecord(one))
		case <-late:
			return nil, fmt.Errorf("read %d of %d", len(records), asked.Count)
		}
	}
	return lines.Answer{"records": records}, nil
}

func readRecord(one *sarama.ConsumerMessage) lines.Record {
	stamp := one.Timestamp.UnixMilli()
	made := lines.Record{Offset: one.Offset, Timestamp: &stamp, Key: lines.Text(one.Key),
		Value: lines.Text(one.Value), Headers: [][2]*string{}}
	for _, header := range one.Headers {
		made.Headers = append(made.Headers,
			[2]*string{lines.Text(header.Key), lines.Text(header.Value)})
	}
	return made
}

func (c *client) offset(asked lines.Asked) (lines.Answer, error) {
	opened, err := sarama.NewClient(c.bootstrap, settings())
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	at := sarama.OffsetNewest
	if asked.At == "earliest" {
		at = sarama.OffsetOldest
	} else if when, isTime := asked.At.(float64); isTime {
		at = int64(when)
	}
	told, err := opened.GetOffset(asked.Topic, asked.Partition, at)
	return lines.Answer{"offset": told}, err
}
