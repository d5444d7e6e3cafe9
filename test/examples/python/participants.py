"""Keeps the names of the participants: the users with an enrollment that is not canceled.

It needs only the standard library of Python. A delivery is verified, stored and answered at once, and one thread
does the work. The report card runs it as another process, and finds no mistake.
"""

import argparse
import base64
import collections
import datetime
import hashlib
import hmac
import json
import os
import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300
ATTEMPTS_MAX = 12
DELAY_MAX_S = 1800


class Refused(Exception):
    """The service refuses a call, or does not answer it any more. The text has no personal data."""


class Service:
    """The client of the service, and its clock. In production, the clock is that of the machine."""

    def __init__(self, connection):
        self.base_url = connection["baseUrl"]
        self.token = connection["token"]
        self.control = connection["control"]

    def clock(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.control}/{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())["now"]

    def now(self):
        """The time in seconds."""
        text = self.clock("clock").replace("Z", "+00:00")
        return datetime.datetime.fromisoformat(text).timestamp()

    def sleep(self, seconds):
        self.clock("sleep", {"duration": seconds * 1000})

    def get(self, url):
        """Returns the body and the link to the next page; (None, None) for a record that does not exist."""
        path = urllib.parse.urlsplit(url).path
        request = urllib.request.Request(url, headers={"authorization": f"Bearer {self.token}"})
        for attempt in range(ATTEMPTS_MAX):
            delay = min(30 * 2**attempt, DELAY_MAX_S)
            try:
                with urllib.request.urlopen(request) as answer:
                    links = re.search(r'<([^>]+)>;\s*rel="next"', answer.headers.get("link", ""))
                    return json.loads(answer.read()), links and links[1]
            except urllib.error.HTTPError as error:
                reason = f"answered {error.code}"
                if error.code == 404:
                    return None, None
                if error.code == 429:
                    delay = int(error.headers.get("retry-after", delay))
                elif error.code < 500:
                    break
            except (OSError, ValueError):  # no answer, or a body that was cut
                reason = "was not answered"
            if attempt + 1 < ATTEMPTS_MAX:
                self.sleep(delay)
        raise Refused(f"GET {path} {reason}")

    def all(self, path):
        """Yields the records of all pages of a list."""
        url = f"{self.base_url}{path}"
        while url:
            records, url = self.get(url)
            yield from records or []


class Participants:
    """The names, the accepted notifications and the problems. All of them survive a crash."""

    def __init__(self, file):
        self.file = file
        self.changed = threading.Condition()
        self.work = threading.Lock()
        self.busy = False
        self.connect_to(None)
        threading.Thread(target=self.run, daemon=True).start()

    def connect_to(self, connection):
        self.service = connection and Service(connection)
        self.secret = connection and base64.b64decode(connection["secret"].removeprefix("whsec_"))
        self.names, self.jobs, self.problems = {}, {}, {}
        self.queue = collections.deque()
        self.busy = False

    def reset(self, connection):
        """Connects to the service of the next run. After a restart the stored values stay."""
        with self.changed:
            self.connect_to(connection)
            if connection["restarted"] and self.file and os.path.exists(self.file):
                with open(self.file, encoding="utf-8") as stored:
                    self.names, self.jobs, self.problems = json.load(stored)
            for key, job in self.jobs.items():
                if job:
                    self.enqueue(key)
            self.save()

    def save(self):
        """Replaces the file as a whole, so that a crash leaves the old one or the new one."""
        if self.file:
            with open(f"{self.file}.new", "w", encoding="utf-8") as stored:
                json.dump([self.names, self.jobs, self.problems], stored)
            os.replace(f"{self.file}.new", self.file)

    def is_genuine(self, headers, body):
        """Verifies the signature and its age, by the Standard Webhooks scheme."""
        key, moment = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
        if not key or not moment.isdigit() or abs(self.service.now() - int(moment)) > TOLERANCE_S:
            return False
        signed = f"{key}.{moment}.".encode() + body
        expected = base64.b64encode(hmac.new(self.secret, signed, hashlib.sha256).digest())
        return any(
            hmac.compare_digest(b"v1," + expected, each.encode())
            for each in headers.get("webhook-signature", "").split()
        )

    def receive(self, headers, body):
        """Stores a notification, and returns the status of the answer."""
        if not self.is_genuine(headers, body):
            return 401
        notification = json.loads(body)
        key, users = headers["webhook-id"], users_of(notification["event"], notification["event_data"])
        with self.changed:
            if key not in self.jobs:
                self.jobs[key] = users
                if users:
                    self.enqueue(key)
                self.save()
        return 202

    def enqueue(self, key):
        """Gives a job to the thread. Time on the clock of a test stands still until the queue is empty."""
        if not self.busy:
            self.busy = True
            self.service.clock("busy", {})
        self.queue.append((self.service, key))
        self.changed.notify()

    def run(self):
        """Does one job after the other."""
        while True:
            with self.changed:
                while not self.queue:
                    if self.busy:
                        self.busy = False
                        try:
                            self.service.clock("idle", {})
                        except OSError:
                            pass  # the run is over
                    self.changed.wait()
                service, key = self.queue.popleft()
            try:
                with self.work:
                    self.do(service, key)
            except OSError:
                pass  # the run is over

    def do(self, service, key):
        try:
            for user in self.jobs.get(key) or []:
                self.refresh(service, user)
        except Refused as refused:
            self.problems[key] = str(refused)
        with self.changed:
            if service is self.service:
                self.jobs[key] = []
                self.save()

    def refresh(self, service, user):
        """Reads a user again, so that the order of the events does not matter."""
        record, _ = service.get(f"{service.base_url}/users/{user}")
        query = f"student_id={user}&with_canceled=false&per_page=100"
        is_participant = record and any(True for _ in service.all(f"/enrollments?{query}"))
        with self.changed:
            if service is not self.service:
                return
            if is_participant:
                self.names[str(user)] = name_of(record)
            else:
                self.names.pop(str(user), None)

    def resync(self):
        """Reads everything. A synchronization that fails changes nothing."""
        service = self.service
        with self.work:
            try:
                query = "with_canceled=false&per_page=100"
                enrollments = list(service.all(f"/enrollments?{query}"))
                students = {each["student_id"] for each in enrollments}
                users = list(service.all("/users?per_page=100"))
                with self.changed:
                    self.names = {str(u["id"]): name_of(u) for u in users if u["id"] in students}
                    self.problems.pop("resync", None)
            except Refused as refused:
                self.problems["resync"] = str(refused)
            with self.changed:
                self.save()


def users_of(event, data):
    """The users that an event concerns. Unknown events concern none."""
    if event in ("enrollment.created", "enrollment.updated"):
        return [data["student_id"]]
    if event in ("user.updated", "user.deleted"):
        return [data["id"]]
    if event == "user.merged":
        return [data["primary_user_id"], data["secondary_user_id"]]
    return []


def name_of(user):
    return f"{user['first_name']} {user['last_name']} <{user['email']}>"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections alive
    participants = None
    wbufsize = -1  # one packet for each answer

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        status = 204
        if self.path == "/hooks":
            status = self.participants.receive(self.headers, body)
        elif self.path == "/reset":
            self.participants.reset(json.loads(body))
        elif self.path == "/resync":
            self.participants.resync()
        self.answer(status)

    def do_GET(self):
        participants = self.participants
        value = list(participants.problems.values()) if self.path == "/problems" else participants.names
        self.answer(200, json.dumps(value, sort_keys=True).encode())

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Prints nothing."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # deliveries that arrive at the same time


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--file", help="keeps the values when the process crashes")
    options = parser.parse_args()
    Handler.participants = Participants(options.file)
    Server(("127.0.0.1", options.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
