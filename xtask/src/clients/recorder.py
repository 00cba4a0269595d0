"""A proxy that records what a client and the server say to each other, for `testdata/lichess`.

A recording is a text file. Its first lines are the accounts with the scopes of their tokens. Then come exchanges in the
order of their requests: lines of the request begin with `>`, the status, the content type and the body of the response
with `<`. A response that stays open has a number; its lines follow where they came, as `1: {...}`, and its end as `1 end`,
or `1 closed` if the client has closed it. Tokens and ids have placeholders: `«Ann»`, `«1»`.
"""

import json
import re
import select
import socket
import threading

IDS = ("id", "gameId", "fullId")
ID_LENGTH = 22
FINITE_PATHS = ("/api/bot/online", "/api/games/", "/game/export/")


class Recorder:
    def __init__(self, server, port=0, certificate=None):
        """`certificate` is an SSL context; with it, clients speak TLS."""
        self.server, self.certificate = server, certificate
        self.lock, self.entries, self.streams = threading.Lock(), [], 0
        self.listener = socket.create_server(("127.0.0.1", port))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            if self.certificate:
                connection = self.certificate.wrap_socket(connection, server_side=True)
            with connection, socket.create_connection(("127.0.0.1", self.server.port)) as upstream:
                # Without a buffer on the server's side: `select` does not see what is in one.
                client, answers = connection.makefile("rb"), upstream.makefile("rb", buffering=0)
                while self.exchange(connection, client, upstream, answers):
                    pass
        except OSError:
            pass

    def exchange(self, connection, client, upstream, answers):
        """Passes a request and its response on; returns false if that was the last of the connection."""
        head, headers = read_head(client)
        if not head:
            return False
        body = client.read(int(headers.get("content-length", 0)))
        entry = Exchange(head, body)
        with self.lock:
            self.entries.append(entry)
        upstream.sendall(head + body)
        head, headers = read_head(answers)
        if not head:
            with self.lock:
                self.entries.remove(entry)
            return False
        entry.status, entry.kind = head.split(b" ")[1].decode(), headers.get("content-type", "-")
        connection.sendall(head)
        if "content-length" in headers:
            entry.answer = read_exactly(answers, int(headers["content-length"]))
            connection.sendall(entry.answer)
        elif entry.is_stream():
            with self.lock:
                self.streams += 1
                entry.stream = self.streams
            self.relay(connection, upstream, answers, entry.stream)
            return False
        else:
            for raw, chunk in chunks(answers):
                connection.sendall(raw)
                entry.answer += chunk
        return True

    def relay(self, connection, upstream, answers, stream):
        """Passes a response on that stays open."""
        pending = b""
        while True:
            readable, _, _ = select.select([connection, upstream], [], [])
            if connection in readable and not connection.recv(1024):
                return self.append(f"{stream} closed")
            if upstream not in readable:
                continue
            raw, chunk = next(chunks(answers), (b"", None))
            try:
                connection.sendall(raw)
            except OSError:
                return self.append(f"{stream} closed")
            if not chunk:
                return self.append(f"{stream} end")
            *lines, pending = (pending + chunk).split(b"\n")
            for line in filter(None, lines):
                # Who is away depends on when connections end.
                if b'"type":"opponentGone"' not in line:
                    self.append(f"{stream}: {line.decode()}")

    def append(self, line):
        with self.lock:
            self.entries.append(line)

    def write(self, path):
        """Writes the recording."""
        with self.lock:
            text = "\n".join(str(entry) for entry in self.entries)
        for name, token in self.server.tokens.items():
            text = text.replace(token, f"«{name}»")
        known = re.compile(r'"(?:%s)":"([A-Za-z0-9_-]{%d})"' % ("|".join(IDS), ID_LENGTH))
        for number, found in enumerate(dict.fromkeys(known.findall(text)), 1):
            text = text.replace(found, f"«{number}»")
        for address in (self.url, "https://lichess.org"):
            text = text.replace(address, "http://«host»").replace(address.split("/")[2], "«host»")
        accounts = self.server.scopes.items()
        head = "".join(f"account {' '.join([name, *scopes])}\n" for name, scopes in accounts)
        path.write_text(f"{head}\n{text}\n")


class Exchange:
    def __init__(self, head, body):
        self.head, self.body = head.decode(), body.decode()
        self.status, self.kind, self.answer, self.stream = "-", "-", b"", None

    def is_stream(self):
        path = self.head.split(" ")[1]
        return self.kind == "application/x-ndjson" and not path.startswith(FINITE_PATHS)

    def __str__(self):
        request = self.head.rstrip("\r\n").split("\r\n")
        if self.body:
            request += ["", *self.body.split("\n")]
        stream = "" if self.stream is None else f" stream {self.stream}"
        answer = self.answer.decode().split("\n") if self.answer else []
        lines = [f"> {line}".rstrip() for line in request] + [f"< {self.status} {self.kind}{stream}"]
        return "\n".join(lines + [f"< {line}".rstrip() for line in answer])


def read_head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return b"", {}
        head += line
    pairs = (line.split(":", 1) for line in head.decode().split("\r\n")[1:] if ":" in line)
    return head, {name.strip().lower(): value.strip() for name, value in pairs}


def chunks(stream):
    """Chunks as they were sent, and what is in them, until the last one."""
    while True:
        size = stream.readline()
        if not size:
            return
        length = int(size, 16)
        data = read_exactly(stream, length + 2)
        yield size + data, data[:length]
        if length == 0:
            return


def read_exactly(stream, length):
    data = b""
    while len(data) < length:
        part = stream.read(length - len(data))
        if not part:
            raise OSError("the server has closed the connection")
        data += part
    return data
