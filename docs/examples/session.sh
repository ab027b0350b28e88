#!/usr/bin/env bash
# A whole match with curl. Python only picks fields out of JSON; jq or node would do as well.
#
#   session.sh http://localhost:2567 borneo 3        a table with bots on the other seats
#   session.sh http://localhost:2567 p7qk….r8d4…     follows an invitation
set -euo pipefail
server=$1/api/v1 wish=$2 seats=${3:-3} token=none

# Retries after broken connections, 429 and 503: Retry-After says when, commandId makes it safe.
ask() { curl -sS --retry 8 --retry-connrefused -H "Authorization: Bearer $token" "$@"; }
field() {
  python3 -c 'import functools, json, sys; print(functools.reduce(dict.get, sys.argv[1:], json.load(sys.stdin)))' "$@"
}

token=$(curl -sS "$server/guests" --json '{"name": "Shell"}' | field token)
if [[ $wish == *.* ]]; then
  place=$(ask "$server/join" --json "{\"invitation\": \"$wish\"}")
else
  place=$(ask "$server/tables" --json "{\"game\": \"$wish\", \"seats\": $seats, \"bots\": $((seats - 1)), \"clock\": \"none\"}")
fi
[[ $place == *'"table"'* ]] || { echo "$place" >&2; exit 1; }
seat=$(field seat <<<"$place")
id=$(field table matchId <<<"$place")
# Our share in the deal: committed to now, opened once nobody can change theirs any more.
read -r part commitment < <(python3 -c 'import hashlib, secrets
part = secrets.token_hex(16)
print(part, hashlib.sha256(part.encode()).hexdigest())')
ask "$server/tables/$id/commit-part" --json "{\"commitment\": \"$commitment\"}"
# The match starts once all players are ready; bots always are.
ask "$server/tables/$id/ready" --json '{"ready": true}'

# What matters in each line of the stream: "dealing", "asked <decision>" and "over <result>".
read -r -d '' watch <<'PYTHON' || true
import json, sys
for line in filter(str.strip, sys.stdin):
    message = json.loads(line)
    for decision in message.get("decisions", []):
        if decision["seat"] == int(sys.argv[1]):
            print("asked", decision["id"], flush=True)
    table = message.get("table", {})
    if table.get("dealing"):
        print("dealing", flush=True)
    if table.get("status") in ("finished", "abandoned"):
        print("over", json.dumps(table["result"]), flush=True)
        break
PYTHON

# A legal command, unchanged, with an id.
read -r -d '' choose <<'PYTHON' || true
import json, random, sys, uuid
commands = json.load(sys.stdin)["commands"]
if commands:
    print(json.dumps({**random.choice(commands), "commandId": uuid.uuid4().hex}))
PYTHON

result= answered=
while [[ -z $result ]]; do
  # The stream may break at any time; reopen it.
  while read -r what rest; do
    if [[ $what == over ]]; then
      result=$rest
      break
    elif [[ $what == dealing ]]; then
      ask "$server/tables/$id/open-part" --json "{\"part\": \"$part\"}" >/dev/null
    elif [[ $rest != "$answered" ]]; then
      command=$(ask "$server/matches/$id/legal" | python3 -c "$choose")
      # A refusal does no harm: another program may have been faster.
      if [[ -n $command ]] && ask -f "$server/matches/$id/commands" --json "$command" &>/dev/null; then
        answered=$rest
      fi
    fi
  done < <(exec 2>/dev/null; ask -N "$server/matches/$id/stream" | python3 -c "$watch" "$seat")
  [[ -n $result ]] || sleep 1
done
echo "$result"
