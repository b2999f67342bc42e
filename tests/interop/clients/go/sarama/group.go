package main

import (
	"context"
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/IBM/sarama"

	"highwater/interop/lines"
)

// member is one consumer of a group. The library calls it from a goroutine per partition.
type member struct {
	group   sarama.ConsumerGroup
	stop    context.CancelFunc
	done    chan struct{}
	lock    sync.Mutex
	session sarama.ConsumerGroupSession
	owned   []int32
	read    [][3]any
}

func (m *member) Setup(session sarama.ConsumerGroupSession) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.session, m.owned = session, []int32{}
	for _, partitions := range session.Claims() {
		m.owned = append(m.owned, partitions...)
	}
	sort.Slice(m.owned, func(a, b int) bool { return m.owned[a] < m.owned[b] })
	return nil
}

func (m *member) Cleanup(sarama.ConsumerGroupSession) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.owned = []int32{}
	return nil
}

func (m *member) ConsumeClaim(session sarama.ConsumerGroupSession,
	claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case one, open := <-claim.Messages():
			if !open {
				return nil
			}
			m.lock.Lock()
			m.read = append(m.read, [3]any{one.Partition, one.Offset, string(one.Value)})
			m.lock.Unlock()
			session.MarkMessage(one, "")
		case <-session.Context().Done():
			return nil
		}
	}
}

func (c *client) join(asked lines.Asked) (lines.Answer, error) {
	group, err := sarama.NewConsumerGroup(c.bootstrap, asked.Group, settings())
	if err != nil {
		return nil, err
	}
	within, stop := context.WithCancel(context.Background())
	made := &member{group: group, stop: stop, done: make(chan struct{})}
	go func() {
		defer close(made.done)
		for within.Err() == nil {
			if err := group.Consume(within, []string{asked.Topic}, made); err != nil {
				time.Sleep(100 * time.Millisecond)
			}
		}
	}()
	c.member = made
	return nil, nil
}

// taken returns what is owned and all that was read, if that is enough.
func (m *member) taken(asked lines.Asked) (lines.Answer, bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.owned) < asked.Min || len(m.owned) > asked.Max || len(m.read) < asked.Wanted() {
		return nil, false
	}
	read := m.read
	m.read = nil
	if read == nil {
		read = [][3]any{}
	}
	return lines.Answer{"owned": m.owned, "records": read}, true
}

func (c *client) poll(asked lines.Asked) (lines.Answer, error) {
	for ends := time.Now().Add(lines.Deadline); time.Now().Before(ends); {
		if told, enough := c.member.taken(asked); enough {
			return told, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, fmt.Errorf("owned %v, read %d", c.member.owned, len(c.member.read))
}

func (c *client) commit(lines.Asked) (lines.Answer, error) {
	c.member.session.Commit()
	return nil, nil
}

func (c *client) leave(lines.Asked) (lines.Answer, error) {
	if c.member == nil {
		return nil, nil
	}
	leaving := c.member
	c.member = nil
	leaving.stop()
	<-leaving.done
	return nil, leaving.group.Close()
}
