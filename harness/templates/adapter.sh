# SPDX-License-Identifier: Apache-2.0
# A Fencepost worker, protocol 1, for a parser that is a program: it reads a whole input and prints
# {"text": "...", "calls": [{"name": "...", "input": {...}}]}. Needs jq. Fill in parse, then:
# fencepost test -- sh adapter.sh
parse() { # $1: the syntax; standard input: the text. Failing, it prints the reason instead.
    cat >/dev/null
    echo "not filled in yet"
    return 1
}

exec 3>&1 1>&2 # whatever else prints, prints to standard error
hello='{protocol: 1, name: "my-parser", version: "0", language: "sh", syntaxes: ["caret"],
        unit: "codepoint", window: 1}'
refusal='{error: "only protocol 1 is spoken here"}'
while IFS= read -r request; do
    read -r op id syntax <<END
$(printf '%s\n' "$request" | jq -r '"\(.op) \(.id) \(.syntax)"')
END
    case $op in
    hello) printf '%s\n' "$request" |
        jq -c "{id} + if .protocols | index(1) then $hello else $refusal end" ;;
    parse) out=$(printf '%s\n' "$request" | jq -j '.chunks | join("")' | parse "$syntax")
        if [ "$?" -eq 0 ] && [ "$out" ]; then
            printf '{"id":%s,%s\n' "$id" "$(printf '%s' "${out#*\{}" | tr '\r\n' '  ')"
        else
            printf '%s' "$out" | jq -cRs "{id: $id, error: .}"
        fi ;;
    *) exit ;;
    esac >&3
done
