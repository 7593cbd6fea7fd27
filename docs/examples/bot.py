"""A bot that answers at random, with nothing but Python's own library: python bot.py URL TOKEN."""

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
    return urlopen(Request(url + path, data, headers), timeout=60)  # of silence: a heartbeat comes every 15 seconds


def answer(links: dict[str, str]) -> None:
    offered = json.load(ask(links["options"]))
    if offered["prompts"] and not offered["prompts"][0]["sealed"]:  # else it is answered, and waits for the others
        command = random.choice(offered["options"])  # your idea: json.load(ask(links["view"])) is what you see
        ask(links["commands"], {"command": command, "prompt": offered["prompts"][0]["id"]})


while True:  # whatever goes wrong: the stream begins with all that waits
    try:
        for line in ask("/api/v1/me/events"):
            name, _, text = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                headers["Last-Event-ID"] = text
            elif name == "data":
                print(text, flush=True)
                event = json.loads(text)
                for _ in event["prompts"] if event["t"] == "turn" else ():  # what follows is told of again
                    answer(event["links"])
    except OSError as error:
        print(error.read().decode() if isinstance(error, HTTPError) else error, file=sys.stderr)
    time.sleep(2)
