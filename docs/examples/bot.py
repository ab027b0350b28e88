#!/usr/bin/env python3
"""A bot for any game of a Quayside server, with Python's standard library alone.

    python3 bot.py http://localhost:2567 borneo          opens a table for two, prints the invitation
    python3 bot.py http://localhost:2567 p7qk….r8d4…      follows an invitation

The number of programs and the game's options (as JSON) may follow the game's name.
The bot reports ready, plays random legal commands, and prints the result.
"""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid

server, wish = sys.argv[1:3]
programs, options = int((sys.argv[3:] or ["2"])[0]), json.loads((sys.argv[4:] or ["{}"])[0])
server += "/api/v1"
token = None


def request(method, path, body=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.Request(server + path, data, headers, method=method)


def ask(method, path, body=None):
    """The answer or the refusal, both JSON. Lost requests are repeated."""
    while True:
        try:
            with urllib.request.urlopen(request(method, path, body), timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                return json.load(refusal)
            time.sleep(int(refusal.headers.get("Retry-After", 1)))
        except OSError:
            time.sleep(1)


def lines(match, seen):
    """The lines of the stream; after a break it resumes where it stopped."""
    while True:
        since = "" if seen is None else "?since=%d" % seen
        try:
            with urllib.request.urlopen(request("GET", match + "/stream" + since), timeout=30) as stream:
                for line in stream:
                    if line.strip():
                        message = json.loads(line)
                        seen = message.get("version", seen)
                        yield message
        except OSError:
            time.sleep(1)


token = ask("POST", "/guests", {"name": "Python"})["token"]
if "." in wish:
    place = ask("POST", "/join", {"invitation": wish})
else:
    # The server's bots take the remaining seats.
    seats = max(programs, ask("GET", "/games/" + wish)["seats"]["min"])
    table = {"game": wish, "seats": seats, "bots": seats - programs, "options": options}
    place = ask("POST", "/tables", {**table, "visibility": "private", "clock": "none"})
if "code" in place:
    sys.exit(place["title"])
print(place["invitation"], flush=True)
match, table = "/matches/" + place["table"]["matchId"], "/tables/" + place["table"]["matchId"]
# Our share in the deal: committed to now, opened once nobody can change theirs any more.
part = secrets.token_hex(16)
ask("POST", table + "/commit-part", {"commitment": hashlib.sha256(part.encode()).hexdigest()})
ask("POST", table + "/ready", {"ready": True})

answered = None
for message in lines(match, None):
    if message.get("table", {}).get("result"):
        print(json.dumps(message["table"]["result"]))
        break
    if message.get("table", {}).get("dealing"):
        ask("POST", table + "/open-part", {"part": part})
    mine = [decision for decision in message.get("decisions", []) if decision["seat"] == place["seat"]]
    if not mine or mine[0]["id"] == answered:
        continue
    answers = ask("GET", match + "/legal")["commands"]
    if not answers:
        continue
    command = random.choice(answers)
    # With its own id it can be sent again after a broken connection and is played once.
    answer = ask("POST", match + "/commands", {**command, "commandId": uuid.uuid4().hex})
    if "version" in answer:
        answered = command["decision"]
