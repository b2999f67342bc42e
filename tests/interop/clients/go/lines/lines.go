// Package lines is what the client programs for Go share: the loop that answers lines of JSON.
package lines

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// Chunk is how many records of a stream are sent before their answers are waited for.
const Chunk = 250

// Deadline is how long one operation may take.
const Deadline = 40 * time.Second

// Unsupported is the answer for what a library cannot do.
type Unsupported string

func (why Unsupported) Error() string { return string(why) }

// Record is one record to write or one that was read; null is nil.
type Record struct {
	Partition *int32       `json:"partition,omitempty"`
	Offset    int64        `json:"offset"`
	Timestamp *int64       `json:"timestamp,omitempty"`
	Key       *string      `json:"key"`
	Value     *string      `json:"value"`
	Headers   [][2]*string `json:"headers"`
}

// Asked holds what any operation may be asked with.
type Asked struct {
	Op          string            `json:"op"`
	Topic       string            `json:"topic"`
	Group       string            `json:"group"`
	Partition   int32             `json:"partition"`
	Records     json.RawMessage   `json:"records"`
	Acks        string            `json:"acks"`
	Compression string            `json:"compression"`
	Idempotent  bool              `json:"idempotent"`
	Prefix      string            `json:"prefix"`
	Count       int               `json:"count"`
	Offset      int64             `json:"offset"`
	Time        *int64            `json:"time"`
	At          any               `json:"at"`
	Min         int               `json:"min"`
	Max         int               `json:"max"`
	Partitions  int32             `json:"partitions"`
	Replication int16             `json:"replication"`
	Configs     map[string]string `json:"configs"`
	Set         map[string]string `json:"set"`
	Broker      *int32            `json:"broker"`
	Before      int64             `json:"before"`
}

// Written are the records to produce.
func (a Asked) Written() ([]Record, error) {
	var records []Record
	return records, json.Unmarshal(a.Records, &records)
}

// Wanted is the number of records that a poll waits for.
func (a Asked) Wanted() int {
	wanted := 0
	if a.Records != nil {
		_ = json.Unmarshal(a.Records, &wanted)
	}
	return wanted
}

// Answer is the object that stands under "ok".
type Answer map[string]any

// Operations are a client's functions by the names of clients/README.md.
type Operations map[string]func(Asked) (Answer, error)

// Say prints one line.
func Say(what any) {
	line, err := json.Marshal(what)
	if err != nil {
		line = []byte(fmt.Sprintf(`{"error":%q}`, err.Error()))
	}
	fmt.Println(string(line))
}

func answer(operations Operations, line []byte) any {
	var asked Asked
	if err := json.Unmarshal(line, &asked); err != nil {
		return map[string]string{"error": err.Error()}
	}
	operation, known := operations[asked.Op]
	if !known {
		return map[string]string{"unsupported": "its library has no call for it"}
	}
	told, err := operation(asked)
	var missing Unsupported
	if errors.As(err, &missing) {
		return map[string]string{"unsupported": missing.Error()}
	}
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	if told == nil {
		told = Answer{}
	}
	return map[string]any{"ok": told}
}

// Serve answers until standard input ends.
func Serve(name string, operations Operations) {
	Say(map[string]string{"client": name})
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(make([]byte, 1<<20), 64<<20)
	for input.Scan() {
		Say(answer(operations, input.Bytes()))
	}
	if leave, known := operations["leave"]; known {
		_, _ = leave(Asked{})
	}
}

// Bytes turns text into what the libraries take; nil stays nil.
func Bytes(text *string) []byte {
	if text == nil {
		return nil
	}
	return []byte(*text)
}

// Text is the way back.
func Text(data []byte) *string {
	if data == nil {
		return nil
	}
	text := string(data)
	return &text
}
