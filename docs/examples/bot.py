"""A bot that answers at random, written with only the standard library: python bot.py URL TOKEN."""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url, token = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def ask(path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(url + path, data, headers), timeout=60)  # a heartbeat arrives every 15 seconds


def answer(links: dict[str, str]) -> None:
    offered = json.load(ask(links["options"]))
    if offered["prompts"] and not offered["prompts"][0]["sealed"]:  # a sealed one waits for the others
        command = random.choice(offered["options"])  # your idea: json.load(ask(links["view"])) is what you see
        ask(links["commands"], {"command": command, "prompt": offered["prompts"][0]["id"]})


while True:  # reconnects after any failure: the stream begins with every question that still waits
    try:
        for line in ask("/api/v1/me/events"):
            name, _, text = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                headers["Last-Event-ID"] = text
            elif name == "data":
                print(text, flush=True)
                event = json.loads(text)
                for _ in event["prompts"] if event["t"] == "turn" else ():  # later questions arrive as new events
                    answer(event["links"])
    except OSError as error:
        print(error.read().decode() if isinstance(error, HTTPError) else error, file=sys.stderr)
    time.sleep(2)
