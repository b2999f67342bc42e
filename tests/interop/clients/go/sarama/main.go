// sarama as a client program of clients/README.md.
package main

import (
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/IBM/sarama"

	"highwater/interop/lines"
)

type client struct {
	bootstrap []string
	kept      sarama.ClusterAdmin
	member    *member
}

// settings are sarama's own, with the newest protocol that it knows.
func settings() *sarama.Config {
	config := sarama.NewConfig()
	config.Version = sarama.MaxVersion
	config.Producer.Return.Successes = true
	config.Producer.Partitioner = newChooser
	config.Producer.Retry.Max = 200
	config.Producer.Retry.Backoff = 100 * time.Millisecond
	config.Metadata.Retry.Max = 20
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Consumer.Offsets.AutoCommit.Enable = false
	config.Consumer.Group.Session.Timeout = 6 * time.Second
	config.Consumer.Group.Heartbeat.Interval = 500 * time.Millisecond
	config.Consumer.MaxWaitTime = 200 * time.Millisecond
	return config
}

func (c *client) admin() sarama.ClusterAdmin {
	if c.kept == nil {
		opened, err := sarama.NewClusterAdmin(c.bootstrap, settings())
		if err != nil {
			panic(err)
		}
		c.kept = opened
	}
	return c.kept
}

func version() string {
	if info, known := debug.ReadBuildInfo(); known {
		for _, one := range info.Deps {
			if one.Path == "github.com/IBM/sarama" {
				return one.Version
			}
		}
	}
	return "?"
}

func main() {
	c := &client{bootstrap: strings.Split(os.Args[1], ",")}
	lines.Serve("sarama "+version(), lines.Operations{
		"produce": c.produce, "stream": c.stream, "read": c.read, "offset": c.offset,
		"join": c.join, "poll": c.poll, "commit": c.commit, "leave": c.leave,
		"committed": c.committed, "create-topic": c.createTopic, "delete-topic": c.deleteTopic,
		"topics": c.topics, "describe-topic": c.describeTopic,
		"create-partitions": c.createPartitions, "describe-configs": c.describeConfigs,
		"alter-configs": c.alterConfigs, "cluster": c.cluster, "groups": c.groups,
		"describe-group": c.describeGroup, "delete-group": c.deleteGroup,
		"delete-offsets": c.deleteOffsets, "delete-records": c.deleteRecords,
		"log-dirs": c.logDirs,
	})
}
