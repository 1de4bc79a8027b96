// SPDX-License-Identifier: Apache-2.0

// A worker for a small parser of Hermes calls, right on whole calls with nothing odd: `fencepost test -- ./example`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"fencepost.example/fencepost"
)

const (
	begin = "<tool_call>"
	end   = "</tool_call>"
)

func parse(request fencepost.Request) (fencepost.Answer, error) {
	var answer fencepost.Answer
	rest := strings.Join(request.Chunks, "") // a streaming parser would be fed one after the other
	for {
		text, after, found := strings.Cut(rest, begin)
		inner, behind, whole := strings.Cut(after, end)
		if !found || !whole {
			answer.Text += rest
			return answer, nil
		}
		var call struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal([]byte(inner), &call); err != nil {
			return answer, err
		}
		answer.Text += text
		answer.Calls = append(answer.Calls, fencepost.Call{Name: call.Name, Arguments: string(call.Arguments)})
		rest = behind
	}
}

func main() {
	about := fencepost.About{Name: "hermes-go", Version: "1.0", Syntaxes: []string{"hermes"}}
	if err := fencepost.Run(about, parse); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
