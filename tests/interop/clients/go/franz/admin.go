package main

import (
	"context"
	"fmt"
	"sort"

	"github.com/twmb/franz-go/pkg/kadm"

	"highwater/interop/lines"
)

func (c *client) committed(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().FetchOffsets(context.Background(), asked.Group)
	if err != nil {
		return nil, err
	}
	offsets := map[int32]int64{}
	for partition, one := range told[asked.Topic] {
		offsets[partition] = one.At
	}
	return lines.Answer{"offsets": offsets}, told.Error()
}

func (c *client) createTopic(asked lines.Asked) (lines.Answer, error) {
	configs := map[string]*string{}
	for name, value := range asked.Configs {
		kept := value
		configs[name] = &kept
	}
	told, err := c.admin().CreateTopics(context.Background(), asked.Partitions,
		asked.Replication, configs, asked.Topic)
	if err != nil {
		return nil, err
	}
	return nil, told[asked.Topic].Err
}

func (c *client) deleteTopic(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DeleteTopics(context.Background(), asked.Topic)
	if err != nil {
		return nil, err
	}
	return nil, told[asked.Topic].Err
}

func (c *client) topics(lines.Asked) (lines.Answer, error) {
	told, err := c.admin().ListTopics(context.Background())
	return lines.Answer{"topics": told.Names()}, err
}

func (c *client) describeTopic(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().ListTopics(context.Background(), asked.Topic)
	if err != nil {
		return nil, err
	}
	partitions := []lines.Answer{}
	for _, one := range told[asked.Topic].Partitions.Sorted() {
		partitions = append(partitions, lines.Answer{"partition": one.Partition,
			"leader": one.Leader, "replicas": one.Replicas, "isr": one.ISR})
	}
	return lines.Answer{"partitions": partitions}, told[asked.Topic].Err
}

func (c *client) createPartitions(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().UpdatePartitions(context.Background(), asked.Count, asked.Topic)
	if err != nil {
		return nil, err
	}
	one := told[asked.Topic]
	if one.Err != nil {
		return nil, fmt.Errorf("%w: %s", one.Err, one.ErrMessage)
	}
	return nil, nil
}

func (c *client) describeConfigs(asked lines.Asked) (lines.Answer, error) {
	var told kadm.ResourceConfigs
	var err error
	if asked.Broker != nil {
		told, err = c.admin().DescribeBrokerConfigs(context.Background(), *asked.Broker)
	} else {
		told, err = c.admin().DescribeTopicConfigs(context.Background(), asked.Topic)
	}
	if err != nil {
		return nil, err
	}
	configs := map[string]*string{}
	for _, one := range told[0].Configs {
		configs[one.Key] = one.Value
	}
	return lines.Answer{"configs": configs}, told[0].Err
}

func (c *client) alterConfigs(asked lines.Asked) (lines.Answer, error) {
	var wanted []kadm.AlterConfig
	for name, value := range asked.Set {
		kept := value
		wanted = append(wanted, kadm.AlterConfig{Op: kadm.SetConfig, Name: name, Value: &kept})
	}
	told, err := c.admin().AlterTopicConfigs(context.Background(), wanted, asked.Topic)
	if err != nil {
		return nil, err
	}
	return nil, told[0].Err
}

func (c *client) cluster(lines.Asked) (lines.Answer, error) {
	told, err := c.admin().BrokerMetadata(context.Background())
	brokers := []lines.Answer{}
	for _, one := range told.Brokers {
		brokers = append(brokers,
			lines.Answer{"id": one.NodeID, "host": one.Host, "port": one.Port})
	}
	return lines.Answer{"id": told.Cluster, "controller": told.Controller, "brokers": brokers}, err
}

func (c *client) groups(lines.Asked) (lines.Answer, error) {
	told, err := c.admin().ListGroups(context.Background())
	return lines.Answer{"groups": told.Groups()}, err
}

func (c *client) describeGroup(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeGroups(context.Background(), asked.Group)
	if err != nil {
		return nil, err
	}
	one := told[asked.Group]
	return lines.Answer{"state": one.State, "members": len(one.Members),
		"protocol": one.Protocol}, one.Err
}

func (c *client) deleteGroup(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DeleteGroups(context.Background(), asked.Group)
	if err != nil {
		return nil, err
	}
	return nil, told[asked.Group].Err
}

func (c *client) deleteOffsets(asked lines.Asked) (lines.Answer, error) {
	where := kadm.TopicsSet{}
	where.Add(asked.Topic, 0)
	told, err := c.admin().DeleteOffsets(context.Background(), asked.Group, where)
	if err != nil {
		return nil, err
	}
	return nil, told[asked.Topic][0]
}

func (c *client) deleteRecords(asked lines.Asked) (lines.Answer, error) {
	where := kadm.Offsets{}
	where.AddOffset(asked.Topic, asked.Partition, asked.Before, -1)
	told, err := c.admin().DeleteRecords(context.Background(), where)
	if err != nil {
		return nil, err
	}
	one, _ := told.Lookup(asked.Topic, asked.Partition)
	return lines.Answer{"low": one.LowWatermark}, one.Err
}

func (c *client) logDirs(asked lines.Asked) (lines.Answer, error) {
	told, err := c.admin().DescribeBrokerLogDirs(context.Background(), *asked.Broker, nil)
	sizes := map[string]int64{}
	for _, dir := range told {
		dir.Topics.Each(func(one kadm.DescribedLogDirPartition) {
			sizes[fmt.Sprintf("%s-%d", one.Topic, one.Partition)] = one.Size
		})
	}
	return lines.Answer{"sizes": sizes}, err
}

func (c *client) producers(asked lines.Asked) (lines.Answer, error) {
	where := kadm.TopicsSet{}
	where.Add(asked.Topic, asked.Partition)
	told, err := c.admin().DescribeProducers(context.Background(), where)
	if err != nil {
		return nil, err
	}
	one := told[asked.Topic].Partitions[asked.Partition]
	producers := []lines.Answer{}
	for _, active := range one.ActiveProducers {
		producers = append(producers, lines.Answer{"id": active.ProducerID,
			"epoch": active.ProducerEpoch, "sequence": active.LastSequence})
	}
	sort.Slice(producers, func(a, b int) bool {
		return producers[a]["id"].(int64) < producers[b]["id"].(int64)
	})
	return lines.Answer{"producers": producers}, one.Err
}
