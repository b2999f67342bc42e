package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"highwater/interop/lines"
)

var codecs = map[string]kgo.CompressionCodec{
	"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(),
	"lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
}

// chooser takes the partition that the record names, or else hashes as Java does.
type chooser struct{ keys kgo.Partitioner }

func (c chooser) ForTopic(topic string) kgo.TopicPartitioner {
	return topicChooser{c.keys.ForTopic(topic)}
}

type topicChooser struct{ keys kgo.TopicPartitioner }

func (t topicChooser) RequiresConsistency(*kgo.Record) bool { return true }

func (t topicChooser) Partition(record *kgo.Record, count int) int {
	if record.Partition >= 0 {
		return int(record.Partition)
	}
	return t.keys.Partition(record, count)
}

func recordOf(topic string, one lines.Record) *kgo.Record {
	made := &kgo.Record{
		Topic: topic, Partition: -1, Key: lines.Bytes(one.Key), Value: lines.Bytes(one.Value)}
	if one.Partition != nil {
		made.Partition = *one.Partition
	}
	if one.Timestamp != nil {
		made.Timestamp = time.UnixMilli(*one.Timestamp)
	}
	for _, pair := range one.Headers {
		made.Headers = append(made.Headers,
			kgo.RecordHeader{Key: *pair[0], Value: lines.Bytes(pair[1])})
	}
	return made
}

func (c *client) producer(idempotent bool, acks string, options ...kgo.Opt) (*kgo.Client, error) {
	options = append(options,
		kgo.RecordPartitioner(chooser{kgo.StickyKeyPartitioner(nil)}),
		kgo.ProducerBatchMaxBytes(1<<20))
	switch acks {
	case "0":
		options = append(options, kgo.RequiredAcks(kgo.NoAck()))
	case "1":
		options = append(options, kgo.RequiredAcks(kgo.LeaderAck()))
	}
	if !idempotent {
		options = append(options, kgo.DisableIdempotentWrite(),
			kgo.MaxProduceRequestsInflightPerBroker(1))
	}
	return c.open(options...)
}

func (c *client) produce(asked lines.Asked) (lines.Answer, error) {
	producer, err := c.producer(asked.Idempotent, asked.Acks,
		kgo.ProducerBatchCompression(codecs[asked.Compression]))
	if err != nil {
		return nil, err
	}
	defer producer.Close()
	written, err := asked.Written()
	if err != nil {
		return nil, err
	}
	var records []*kgo.Record
	for _, one := range written {
		records = append(records, recordOf(asked.Topic, one))
	}
	within, cancel := context.WithTimeout(context.Background(), lines.Deadline)
	defer cancel()
	if err := producer.ProduceSync(within, records...).FirstErr(); err != nil {
		return nil, err
	}
	placed := make([][2]int64, len(records))
	for n, one := range records {
		placed[n] = [2]int64{int64(one.Partition), one.Offset}
	}
	return lines.Answer{"placed": placed}, nil
}

func (c *client) stream(asked lines.Asked) (lines.Answer, error) {
	producer, err := c.producer(asked.Idempotent, "all")
	if err != nil {
		return nil, err
	}
	defer producer.Close()
	placed := make([]*[2]int64, 0, asked.Count)
	for first := 0; first < asked.Count; first += lines.Chunk {
		var records []*kgo.Record
		for n := first; n < first+lines.Chunk; n++ {
			partition := int32(n % 3)
			value := asked.Prefix + strconv.Itoa(n)
			records = append(records,
				recordOf(asked.Topic, lines.Record{Partition: &partition, Value: &value}))
		}
		// The results come in the order of the answers, not of the records.
		failed := map[*kgo.Record]bool{}
		within, cancel := context.WithTimeout(context.Background(), lines.Deadline)
		for _, told := range producer.ProduceSync(within, records...) {
			failed[told.Record] = told.Err != nil
		}
		cancel()
		for _, one := range records {
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
	start := kgo.NewOffset().At(asked.Offset)
	if asked.Time != nil {
		start = kgo.NewOffset().AfterMilli(*asked.Time)
	}
	reader, err := c.open(kgo.FetchMaxWait(200*time.Millisecond),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{
			asked.Topic: {asked.Partition: start}}))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	within, cancel := context.WithTimeout(context.Background(), lines.Deadline)
	defer cancel()
	records := []lines.Record{}
	for len(records) < asked.Count {
		fetches := reader.PollFetches(within)
		if err := fetches.Err(); err != nil {
			return nil, fmt.Errorf("read %d of %d: %w", len(records), asked.Count, err)
		}
		for _, one := range fetches.Records() {
			records = append(records, readRecord(one))
		}
	}
	return lines.Answer{"records": records[:asked.Count]}, nil
}

func readRecord(one *kgo.Record) lines.Record {
	stamp := one.Timestamp.UnixMilli()
	made := lines.Record{Offset: one.Offset, Timestamp: &stamp, Key: lines.Text(one.Key),
		Value: lines.Text(one.Value), Headers: [][2]*string{}}
	for _, header := range one.Headers {
		name := header.Key
		made.Headers = append(made.Headers, [2]*string{&name, lines.Text(header.Value)})
	}
	return made
}

func (c *client) offset(asked lines.Asked) (lines.Answer, error) {
	ctx, list := context.Background(), c.admin().ListEndOffsets
	if asked.At == "earliest" {
		list = c.admin().ListStartOffsets
	}
	told, err := list(ctx, asked.Topic)
	if at, isTime := asked.At.(float64); isTime {
		told, err = c.admin().ListOffsetsAfterMilli(ctx, int64(at), asked.Topic)
	}
	if err != nil {
		return nil, err
	}
	one, _ := told.Lookup(asked.Topic, asked.Partition)
	return lines.Answer{"offset": one.Offset}, one.Err
}
