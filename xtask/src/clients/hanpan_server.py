"""A fresh server with accounts and tokens, for the scripts beside this one."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Server:
    def __init__(self):
        self.program = os.environ["HANPAN_PROGRAM"]
        self.folder = tempfile.TemporaryDirectory(prefix="hanpan-clients-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        address = f"127.0.0.1:{self.port}"
        command = [self.program, "serve", "--data", self.folder.name, "--listen", address]
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
        body = json.dumps({"name": name, "password": "correct horse battery"}).encode()
        status, text = self.call("POST", "/api/account", body)
        assert status == 200, text
        command = [self.program, "admin", "--data", self.folder.name, "token", name]
        for scope in scopes:
            command += ["--scope", scope]
        return subprocess.check_output(command, text=True).strip()

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
