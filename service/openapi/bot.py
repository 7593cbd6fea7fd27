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
    return urlopen(Request(url + path, data, headers), timeout=60)


def answer(links: dict[str, str]) -> None:
    while prompts := (offered := json.load(ask(links["options"])))["prompts"]:
        if prompts[0]["sealed"]:  # answered, and waiting for the others
            return
        command = random.choice(offered["options"])  # your idea: json.load(ask(links["view"])) is what you see
        ask(links["commands"], {"command": command, "prompt": prompts[0]["id"]})


while True:  # whatever goes wrong: the stream begins with all that waits
    try:
        for line in ask("/api/v1/me/events"):
            name, _, text = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                headers["Last-Event-ID"] = text
            elif name == "data":
                print(text, flush=True)
                if (event := json.loads(text))["t"] == "turn":
                    answer(event["links"])
    except OSError as error:
        print(error.read().decode() if isinstance(error, HTTPError) else error, file=sys.stderr)
    time.sleep(2)
