#!/usr/bin/env python3
"""Checks what the deal of a finished match was made of, with Python's standard library alone.

    curl -s http://localhost:2567/api/v1/matches/p7qk…/record | python3 check_deal.py
    python3 check_deal.py record.json
    python3 check_deal.py record.json deck 1 60    # also: how the pile "deck" of 60 pieces was shuffled first

Commitments, parts and seed only; `npm run verify` also plays every move again. The formulas are in docs/fairness.md.
"""

import hashlib
import json
import struct
import sys

# From these rules on each shuffle has a stream of its own; before, all draws came from one.
STREAMS_SINCE = {"borneo": 3, "cabo-da-roca": 4, "dockers": 3, "rotterdam": 4}


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def line_of(part):
    """What a seat contributes."""
    extra = {"player": "part", "silent": "commitment"}.get(part["by"])
    return part["by"] if extra is None else part["by"] + " " + part[extra]


def dealt_seed(record):
    options = json.dumps(record["options"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    common = ["quayside-deal-1", record["seed"], record["matchId"], record["game"], record["editionHash"]]
    seats = [line_of(part) for part in record["deal"]["parts"]]
    return sha256("\n".join(common + [str(record["rulesVersion"]), options] + seats))[:32]


def words(seed):
    """The words of ChaCha20 (RFC 8439), with the seed twice as key and nonce 0."""
    def turn(x, a, b, c, d):
        for to, by, into, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[by]) & 0xFFFFFFFF
            mixed = x[into] ^ x[to]
            x[into] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF

    lanes = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    lanes += [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    key = struct.unpack("<8I", bytes.fromhex(seed + seed))
    block = 0
    while True:
        start = struct.unpack("<4I", b"expand 32-byte k") + key + (block, 0, 0, 0)
        x = list(start)
        for _ in range(10):
            for lane in lanes:
                turn(x, *lane)
        yield from ((mixed + first) & 0xFFFFFFFF for mixed, first in zip(x, start))
        block += 1


def order(seed, pile, count, size):
    """How the pieces of a pile lay after its shuffle number `count`, by their places in the edition."""
    stream = words(sha256("\n".join(["quayside-stream-1", seed, pile, str(count)]))[:32])
    pieces = list(range(size))
    for last in range(size - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        other = next(word for word in stream if word < limit) % (last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return pieces


def faults(record):
    """What is wrong with it, and where."""
    if sha256(record["seed"]) != record["commitment"]:
        yield "the seed is not the one committed to"
    deal = record.get("deal")
    if (record["formatVersion"] == 2) != (deal is not None):
        yield "the format version does not fit what it says about the deal"
    if deal is None:
        return
    if len(deal["parts"]) != record["seats"]:
        yield "the deal has not one part for each seat"
    players = dict(enumerate(record["players"]))
    for seat, part in enumerate(deal["parts"]):
        if part["by"] == "player" and sha256(part["part"]) != part["commitment"]:
            yield "seat %d: the part is not the one committed to" % seat
        if (part["by"] == "bot") != (players.get(seat) is None):
            yield "seat %d: the part of a bot where a player sat, or the other way round" % seat
    if not any("commitment" in part for part in deal["parts"]):
        yield "the deal has parts, but no player committed to one"
    if dealt_seed(record) != deal["seed"]:
        yield "the seed dealt from is not the one that seed, parts, match and options lead to"


def main():
    path, *pile = sys.argv[1:] or [None]
    with open(path, encoding="utf-8") if path else sys.stdin as file:
        record = json.load(file)
    found = list(faults(record))
    for fault in found:
        print("FAIL " + fault)
    if found:
        return 1
    if "deal" not in record:
        print("ok   dealt from the host's seed alone: no player had a share in it")
    for seat, part in enumerate(record.get("deal", {"parts": []})["parts"]):
        print("ok   seat %d: %s" % (seat, line_of(part)))
    if pile:
        if record["rulesVersion"] < STREAMS_SINCE.get(record["game"], 1):
            sys.exit("under these rules all piles were shuffled from one stream")
        name, count, size = pile
        seed = record["deal"]["seed"] if "deal" in record else record["seed"]
        print("%s, shuffle %s: %s" % (name, count, order(seed, name, int(count), int(size))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
