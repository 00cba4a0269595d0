"""A network of its own in which this machine is lichess.org, for programs that have the address built in.

The files of the machine stay as they are: its hosts file is replaced in a mount namespace only.
"""

import atexit
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile

from hanpan_server import Server

HOST = "lichess.org"
INSIDE = "HANPAN_IS_LICHESS"


def enter():
    """Starts the running script again in the network, unless it is in it."""
    if hosts := os.environ.get(INSIDE):
        atexit.register(os.unlink, hosts)
        return
    hosts = tempfile.NamedTemporaryFile("w", prefix="hanpan-hosts-", delete=False)
    hosts.write(f"127.0.0.1 localhost {HOST}\n")
    hosts.close()
    command = f"ip link set lo up && mount --bind {hosts.name} /etc/hosts && exec \"$0\" \"$@\""
    unshare = ["unshare", "--mount", "--net", *([] if os.getuid() == 0 else ["--map-root-user"])]
    environment = {**os.environ, INSIDE: hosts.name}
    os.execvpe("unshare", [*unshare, "sh", "-c", command, sys.executable, *sys.argv], environment)


class Authority:
    """A certificate authority, and a certificate for the host."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="hanpan-authority-")
        folder = pathlib.Path(self.folder.name)
        self.root, self.certificate, self.key = folder / "root.pem", folder / "host.pem", folder / "host.key"
        new_key = ["-newkey", "rsa:2048", "-nodes"]
        root_key, request, names = folder / "root.key", folder / "host.csr", folder / "names"
        openssl("req", "-x509", *new_key, "-days", "2", "-subj", "/CN=Test", "-keyout", root_key, "-out", self.root)
        openssl("req", *new_key, "-subj", f"/CN={HOST}", "-keyout", self.key, "-out", request)
        names.write_text(f"subjectAltName=DNS:{HOST}\nbasicConstraints=CA:FALSE\n")
        openssl(
            "x509", "-req", "-in", request, "-CA", self.root, "-CAkey", root_key, "-CAcreateserial", "-days", "2",
            "-extfile", names, "-out", self.certificate,
        )
        # Read by Python, and by programs that use the certificates of the system.
        os.environ["SSL_CERT_FILE"] = str(self.root)

    def context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context


def serve(authority):
    """A server that is lichess.org."""
    options = ["--tls-cert", authority.certificate, "--tls-key", authority.key, "--public-url", f"https://{HOST}"]
    return Server(port=443, options=[str(option) for option in options], url=f"https://{HOST}")


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
