// franz-go as a client program of clients/README.md.
package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"highwater/interop/lines"
)

type client struct {
	bootstrap []string
	kept      *kadm.Client
	member    *member
}

func (c *client) open(options ...kgo.Opt) (*kgo.Client, error) {
	return kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(c.bootstrap...)}, options...)...)
}

func (c *client) admin() *kadm.Client {
	if c.kept == nil {
		opened, err := c.open()
		if err != nil {
			panic(err)
		}
		c.kept = kadm.NewClient(opened)
	}
	return c.kept
}

func version() string {
	if info, known := debug.ReadBuildInfo(); known {
		for _, one := range info.Deps {
			if one.Path == "github.com/twmb/franz-go" {
				return one.Version
			}
		}
	}
	return "?"
}

func main() {
	c := &client{bootstrap: strings.Split(os.Args[1], ",")}
	lines.Serve("franz-go "+version(), lines.Operations{
		"produce": c.produce, "stream": c.stream, "read": c.read, "offset": c.offset,
		"join": c.join, "poll": c.poll, "commit": c.commit, "leave": c.leave,
		"committed": c.committed, "create-topic": c.createTopic, "delete-topic": c.deleteTopic,
		"topics": c.topics, "describe-topic": c.describeTopic,
		"create-partitions": c.createPartitions, "describe-configs": c.describeConfigs,
		"alter-configs": c.alterConfigs, "cluster": c.cluster, "groups": c.groups,
		"describe-group": c.describeGroup, "delete-group": c.deleteGroup,
		"delete-offsets": c.deleteOffsets, "delete-records": c.deleteRecords,
		"log-dirs": c.logDirs, "producers": c.producers,
	})
}
