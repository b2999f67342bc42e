package main

import (
	"fmt"
	"net"
	"strconv"

	"github.com/IBM/sarama"

	"highwater/interop/lines"
)

func (c *client) committed(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().ListConsumerGroupOffsets(asked.Group, nil)
	if err != nil {
		return nil, err
	}
	offsets := map[int32]int64{}
	for partition, one := range told.Blocks[asked.Topic] {
		if one.Offset >= 0 {
			offsets[partition] = one.Offset
		}
	}
	return lines.Answer{"offsets": offsets}, nil
}

func pointers(values map[string]string) map[string]*string {
	made := map[string]*string{}
	for name, value := range values {
		kept := value
		made[name] = &kept
	}
	return made
}

func (c *client) createTopic(asked lines.Asked) (lines.Answer, error) {
	return nil, c.admin().CreateTopic(asked.Topic, &sarama.TopicDetail{
		NumPartitions: asked.Partitions, ReplicationFactor: asked.Replication,
		ConfigEntries: pointers(asked.Configs)}, false)
}

func (c *client) deleteTopic(asked lines.Asked) (lines.Answer, error) {
	return nil, c.admin().DeleteTopic(asked.Topic)
}

func (c *client) topics(lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeTopics(nil)
	names := []string{}
	for _, one := range told {
		names = append(names, one.Name)
	}
	return lines.Answer{"topics": names}, err
}

func (c *client) describeTopic(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeTopics([]string{asked.Topic})
	if err != nil {
		return nil, err
	}
	if told[0].Err != sarama.ErrNoError {
		return nil, told[0].Err
	}
	partitions := []lines.Answer{}
	for _, one := range told[0].Partitions {
		partitions = append(partitions, lines.Answer{"partition": one.ID, "leader": one.Leader,
			"replicas": one.Replicas, "isr": one.Isr})
	}
	return lines.Answer{"partitions": partitions}, nil
}

func (c *client) createPartitions(asked lines.Asked) (lines.Answer, error) {
	return nil, c.admin().CreatePartitions(asked.Topic, int32(asked.Count), nil, false)
}

func (c *client) describeConfigs(asked lines.Asked) (lines.Answer, error) {
	resource := sarama.ConfigResource{Type: sarama.TopicResource, Name: asked.Topic}
	if asked.Broker != nil {
		resource = sarama.ConfigResource{Type: sarama.BrokerResource,
			Name: strconv.Itoa(int(*asked.Broker))}
	}
	told, err := c.admin().DescribeConfig(resource)
	configs := map[string]string{}
	for _, one := range told {
		configs[one.Name] = one.Value
	}
	return lines.Answer{"configs": configs}, err
}

func (c *client) alterConfigs(asked lines.Asked) (lines.Answer, error) {
	wanted := map[string]sarama.IncrementalAlterConfigsEntry{}
	for name, value := range pointers(asked.Set) {
		wanted[name] = sarama.IncrementalAlterConfigsEntry{
			Operation: sarama.IncrementalAlterConfigsOperationSet, Value: value}
	}
	return nil, c.admin().IncrementalAlterConfig(sarama.TopicResource, asked.Topic, wanted, false)
}

func (c *client) cluster(lines.Asked) (lines.Answer, error) {
	told, controller, err := c.admin().DescribeCluster()
	brokers := []lines.Answer{}
	for _, one := range told {
		host, port, _ := net.SplitHostPort(one.Addr())
		number, _ := strconv.Atoi(port)
		brokers = append(brokers, lines.Answer{"id": one.ID(), "host": host, "port": number})
	}
	return lines.Answer{"id": nil, "controller": controller, "brokers": brokers}, err
}

func (c *client) groups(lines.Asked) (lines.Answer, error) {
	told, err := c.admin().ListConsumerGroups()
	names := []string{}
	for name := range told {
		names = append(names, name)
	}
	return lines.Answer{"groups": names}, err
}

func (c *client) describeGroup(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeConsumerGroups([]string{asked.Group})
	if err != nil {
		return nil, err
	}
	if told[0].Err != sarama.ErrNoError {
		return nil, told[0].Err
	}
	return lines.Answer{"state": told[0].State, "members": len(told[0].Members),
		"protocol": told[0].Protocol}, nil
}

func (c *client) deleteGroup(asked lines.Asked) (lines.Answer, error) {
	return nil, c.admin().DeleteConsumerGroup(asked.Group)
}

func (c *client) deleteOffsets(asked lines.Asked) (lines.Answer, error) {
	return nil, c.admin().DeleteConsumerGroupOffset(asked.Group, asked.Topic, 0)
}

func (c *client) deleteRecords(asked lines.Asked) (lines.Answer, error) {
	err := c.admin().DeleteRecords(asked.Topic, map[int32]int64{asked.Partition: asked.Before})
	if err != nil {
		return nil, err
	}
	told, err := c.offset(lines.Asked{Topic: asked.Topic, Partition: asked.Partition, At: "earliest"})
	return lines.Answer{"low": told["offset"]}, err
}

func (c *client) logDirs(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeLogDirs([]int32{*asked.Broker})
	sizes := map[string]int64{}
	for _, dir := range told[*asked.Broker] {
		for _, topic := range dir.Topics {
			for _, one := range topic.Partitions {
				sizes[fmt.Sprintf("%s-%d", topic.Topic, one.PartitionID)] = one.Size
			}
		}
	}
	return lines.Answer{"sizes": sizes}, err
}
