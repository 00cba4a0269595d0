"""A fresh server with accounts and tokens, for the scripts beside this one."""

import copy
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

PASSWORD = "correct horse battery"


class Server:
    def __init__(self, port=None, options=(), url=None):
        self.program = os.environ["HANPAN_PROGRAM"]
        self.folder = tempfile.TemporaryDirectory(prefix="hanpan-clients-")
        self.port, self.options = port or free_port(), options
        self.url = url or f"http://127.0.0.1:{self.port}"
        self.tokens, self.scopes = {}, {}
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        address = f"127.0.0.1:{self.port}"
        command = [self.program, "serve", "--data", self.folder.name, "--listen", address, *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server does not start")

    def kill_and_restart(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(30) == 0, "the server did not shut down"
        self.folder.cleanup()

    def account(self, name, *scopes):
        """Creates an account and returns a token of it."""
        self.register(name)
        return self.token(name, *scopes)

    def register(self, name):
        body = json.dumps({"name": name, "password": PASSWORD}).encode()
        status, text = self.call("POST", "/api/account", body)
        assert status == 200, text

    def token(self, name, *scopes):
        command = [self.program, "admin", "--data", self.folder.name, "token", name]
        for scope in scopes:
            command += ["--scope", scope]
        token = subprocess.check_output(command, text=True).strip()
        self.tokens[name], self.scopes[name] = token, scopes
        return token

    def call(self, method, path, body=None, token=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, data=body, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def json(self, method, path, body=None, token=None, **headers):
        """The JSON of a success."""
        status, text = self.call(method, path, body, token, **headers)
        assert status in (200, 201), text
        return json.loads(text)

    def current_game(self, token):
        """The only game in progress of the token's owner; `None` if there is none. Waits a little, because it is polled."""
        time.sleep(0.1)
        games = self.json("GET", "/api/account/playing", token=token)["nowPlaying"]
        return games[0] if games else None

    def finished_game(self, game):
        """A game as an export has it."""
        return self.json("GET", f"/game/export/{game}", accept="application/json")


class Caller:
    """A user of the API without a client."""

    def __init__(self, server, token, url=None):
        self.server, self.token = copy.copy(server), token
        self.server.url = url or server.url

    def get(self, path):
        return self.server.json("GET", path, token=self.token)

    def post(self, path, fields=""):
        return self.server.json("POST", path, fields.encode(), self.token)

    def play(self, game, move):
        self.post(f"/api/board/game/{game}/move/{move}")

    def seek(self, fields):
        """Seeks an opponent, and waits in a thread."""
        thread = threading.Thread(target=self.server.call, args=("POST", "/api/board/seek", fields.encode(), self.token))
        thread.start()
        # So that the seek is there before the next one.
        time.sleep(1)
        return thread


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
