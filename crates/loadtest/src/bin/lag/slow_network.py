"""A network with a delay for every packet: what is sent to 10.77.0.2 comes back to 10.77.0.1 later, and the other way.

Sender and receiver of a packet are swapped, which leaves its checksums as they are. Needs root. The argument is the
delay of one direction in seconds. Prints a line when the network is up, and ends with its standard input.
"""
import collections
import fcntl
import os
import select
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
DEVICE = "hanpan-lag"

delay = float(sys.argv[1])
tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", DEVICE.encode(), IFF_TUN | IFF_NO_PI))
for command in ["addr add 10.77.0.1/30 dev", "link set up dev"]:
    subprocess.run(["ip", *command.split(), DEVICE], check=True)
print("up", flush=True)

waiting = collections.deque()
while True:
    pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    readable, _, _ = select.select([tun, sys.stdin], [], [], pause)
    if sys.stdin in readable:
        break
    if tun in readable:
        packet = os.read(tun, 65536)
        if packet[0] >> 4 == 4:
            swapped = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
            waiting.append((time.monotonic() + delay, swapped))
    while waiting and waiting[0][0] <= time.monotonic():
        os.write(tun, waiting.popleft()[1])
