package main

import (
	"context"
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"highwater/interop/lines"
)

// member is one consumer of a group; the library tells it from its own goroutines what it owns.
type member struct {
	client *kgo.Client
	lock   sync.Mutex
	owned  map[int32]bool
}

func (m *member) partitions() []int32 {
	m.lock.Lock()
	defer m.lock.Unlock()
	owned := []int32{}
	for one := range m.owned {
		owned = append(owned, one)
	}
	sort.Slice(owned, func(a, b int) bool { return owned[a] < owned[b] })
	return owned
}

func (m *member) change(told map[string][]int32, owns bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, partitions := range told {
		for _, one := range partitions {
			if owns {
				m.owned[one] = true
			} else {
				delete(m.owned, one)
			}
		}
	}
}

func (c *client) join(asked lines.Asked) (lines.Answer, error) {
	made := &member{owned: map[int32]bool{}}
	lost := func(_ context.Context, _ *kgo.Client, told map[string][]int32) {
		made.change(told, false)
	}
	opened, err := c.open(
		kgo.ConsumerGroup(asked.Group), kgo.ConsumeTopics(asked.Topic), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.SessionTimeout(6*time.Second), kgo.HeartbeatInterval(500*time.Millisecond),
		kgo.FetchMaxWait(200*time.Millisecond),
		kgo.OnPartitionsAssigned(func(_ context.Context, _ *kgo.Client, told map[string][]int32) {
			made.change(told, true)
		}),
		kgo.OnPartitionsRevoked(lost), kgo.OnPartitionsLost(lost))
	if err != nil {
		return nil, err
	}
	made.client, c.member = opened, made
	return nil, nil
}

func (c *client) poll(asked lines.Asked) (lines.Answer, error) {
	read, ends := [][3]any{}, time.Now().Add(lines.Deadline)
	for {
		owned := c.member.partitions()
		if len(owned) >= asked.Min && len(owned) <= asked.Max && len(read) >= asked.Wanted() {
			return lines.Answer{"owned": owned, "records": read}, nil
		}
		if time.Now().After(ends) {
			return nil, fmt.Errorf("owned %v, read %d", owned, len(read))
		}
		within, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		for _, one := range c.member.client.PollFetches(within).Records() {
			read = append(read, [3]any{one.Partition, one.Offset, string(one.Value)})
		}
		cancel()
	}
}

func (c *client) commit(lines.Asked) (lines.Answer, error) {
	return nil, c.member.client.CommitUncommittedOffsets(context.Background())
}

func (c *client) leave(lines.Asked) (lines.Answer, error) {
	if c.member != nil {
		c.member.client.Close()
		c.member = nil
	}
	return nil, nil
}
