#!/usr/bin/env python3
"""Checks what the deal of a finished match was made of, with Python's standard library alone.

    curl -s http://localhost:2567/api/v1/matches/p7qk…/record | python3 check_deal.py
    python3 check_deal.py record.json

Commitments, parts and seed only; `npm run verify` also plays every move again. The formulas are in docs/fairness.md.
"""

import hashlib
import json
import sys


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
    with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as file:
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
