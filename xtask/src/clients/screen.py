"""The screen of a program in a terminal of its own, by tmux."""

import os
import subprocess
import tempfile
import time

TIMEOUT = 60


class Screen:
    def __init__(self, command, environment=None, width=140, height=50):
        """Starts a program. Its terminal has a tmux of its own, so that no session of the user is touched."""
        self.folder = tempfile.TemporaryDirectory(prefix="hanpan-screen-")
        self.socket = os.path.join(self.folder.name, "tmux")
        settings = [f"{name}={value}" for name, value in (environment or {}).items()]
        # The screen stays after the program's end, so that its last words can be read.
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height),
            "env", *settings, *command, ";", "set-option", "remain-on-exit", "on",
        )

    def tmux(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if name != "TMUX"}
        environment.setdefault("LC_ALL", "C.UTF-8")
        command = ["tmux", "-u", "-S", self.socket, *arguments]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def keys(self, *names):
        """Presses keys by their names in tmux: Down, Enter, F1, a."""
        for name in names:
            self.tmux("send-keys", name)
            time.sleep(0.2)

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        time.sleep(0.2)

    def wait(self, *words, timeout=TIMEOUT):
        """Waits until the screen shows one of these words, and returns it."""
        deadline = time.time() + timeout
        while True:
            text = self.text()
            found = next((word for word in words if word in text), None)
            if found is not None:
                return found
            assert time.time() < deadline, f"the screen does not show {words}:\n{text}"
            time.sleep(0.2)

    def stop(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)
        self.folder.cleanup()
