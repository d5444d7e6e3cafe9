"""Mirrors the last names of users. It needs only the standard library of Python.

An exploration runs it as another process: https://docs.python.org/3/library/http.server.html serves the
webhook and the addresses that the exploration needs. `--defect NAME` makes it incorrect in one way.
"""

import argparse
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEFECTS = [
    "counts-deliveries",
    "ends-at-500",
    "gives-up",
    "has-no-json",
    "hangs-at-500",
    "trusts-the-event",
]
ATTEMPTS_MAX = 100


class Mirror:
    """The last names by user, and the connection to the service."""

    def __init__(self, defect, file):
        self.defect = defect
        self.file = file
        self.lock = threading.Lock()
        self.connection = {}
        self.state = {"names": {}}
        self.problems = []

    def reset(self, connection):
        """Connects to the service of the next schedule. After a restart the stored state stays."""
        with self.lock:
            self.connection = connection
            self.state = {"names": {}}
            self.problems = []
            if connection["restarted"] and self.file and os.path.exists(self.file):
                with open(self.file, encoding="utf-8") as stored:
                    self.state = json.load(stored)

    def save(self):
        if self.file:
            # A crash during the write leaves the old file.
            with open(f"{self.file}.new", "w", encoding="utf-8") as stored:
                json.dump(self.state, stored)
            os.replace(f"{self.file}.new", self.file)

    def sleep(self, duration):
        """Sleeps on the clock of the service."""
        url = f"{self.connection['control']}/sleep"
        body = json.dumps({"duration": duration}).encode()
        headers = {"content-type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(url, body, headers)).read()

    def get(self, url):
        """Returns the body and the link to the next page; (None, None) for a record that does not exist."""
        headers = {"authorization": f"Bearer {self.connection['token']}"}
        for _ in range(ATTEMPTS_MAX):
            try:
                with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
                    links = re.search(r'<([^>]+)>;\s*rel="next"', answer.headers.get("link", ""))
                    return json.loads(answer.read()), links and links[1]
            except urllib.error.HTTPError as error:
                if error.code == 404:
                    return None, None
                self.fail(error.code)
            except (OSError, ValueError, urllib.error.URLError):
                pass
            if self.defect == "gives-up":
                return None, None
            self.sleep("1m")
        raise RuntimeError(f"no answer to {url}")

    def fail(self, code):
        """The defects that a refused call shows."""
        if code == 500 and self.defect == "ends-at-500":
            os._exit(3)
        if code == 500 and self.defect == "hangs-at-500":
            time.sleep(3600)

    def receive(self, notification):
        """Reads the user of an event again, so that the order of deliveries does not matter."""
        with self.lock:
            user_id = str(notification["event_data"]["id"])
            user = notification["event_data"]
            if self.defect != "trusts-the-event":
                user, _ = self.get(f"{self.connection['baseUrl']}/users/{user_id}")
            if self.defect == "counts-deliveries":
                self.state["count"] = self.state.get("count", 0) + 1
            if user is None and self.defect != "gives-up":
                self.state["names"].pop(user_id, None)
            elif user is not None:
                self.state["names"][user_id] = user["last_name"]
            self.save()

    def resync(self):
        """Reads all users."""
        with self.lock:
            names = {}
            url = f"{self.connection['baseUrl']}/users?per_page=100"
            while url:
                users, url = self.get(url)
                names.update({str(user["id"]): user["last_name"] for user in users or []})
            names.pop("1", None)
            if self.defect != "gives-up":
                self.state["names"] = names
            self.save()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections alive
    mirror = None
    wbufsize = -1  # one packet for each answer

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/hooks":
            self.mirror.receive(json.loads(body))
        elif self.path == "/reset":
            self.mirror.reset(json.loads(body))
        elif self.path == "/resync":
            self.mirror.resync()
        self.answer(204, b"")

    def do_GET(self):
        if self.path == "/problems":
            return self.answer(200, json.dumps(self.mirror.problems).encode())
        if self.mirror.defect == "has-no-json":
            return self.answer(200, b"<html>")
        self.answer(200, json.dumps(self.mirror.state, sort_keys=True).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Prints nothing."""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--file", help="keeps the state when the process crashes")
    parser.add_argument("--defect", choices=DEFECTS)
    options = parser.parse_args()
    Handler.mirror = Mirror(options.defect, options.file)
    ThreadingHTTPServer(("127.0.0.1", options.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
