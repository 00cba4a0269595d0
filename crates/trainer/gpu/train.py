"""Trains the engine's network on a GPU with PyTorch; docs/training.md has the recipe.

    trainer positions --games games --out positions.bin
    python3 train.py positions.bin network.bin --hidden 256 --buckets 8 --epochs 30 --scale 200 --validation 20000

`trainer positions` prints the scale and the number of validation positions, which are the last ones of the file. All positions
are kept on the GPU, 32 bytes each, and unpacked there; the order of features and the export are those of `float_network.rs`.
"""

import argparse
import math
import struct
import time

import numpy
import torch

FEATURES = 768
MAX_WEIGHT = 127 / 64


class Network(torch.nn.Module):
    """(768 -> hidden) x 2 -> 1 with squared clipped ReLU and output buckets by number of pieces."""

    def __init__(self, hidden, buckets):
        super().__init__()
        self.hidden, self.buckets = hidden, buckets
        self.features = torch.nn.Parameter((torch.rand(FEATURES, hidden) * 2 - 1) * 0.18)
        self.feature_biases = torch.nn.Parameter(torch.zeros(hidden))
        self.outputs = torch.nn.Parameter((torch.rand(buckets, 2 * hidden) * 2 - 1) / math.sqrt(hidden))
        self.output_biases = torch.nn.Parameter(torch.zeros(buckets))

    def forward(self, own, other, pieces):
        weights, biases = self.features.to(own.dtype), self.feature_biases
        hidden = torch.cat([(own @ weights).float() + biases, (other @ weights).float() + biases], dim=1)
        active = hidden.clamp(0, 1).square()
        bucket = ((pieces - 2).clamp(min=0) * self.buckets // 31).clamp(max=self.buckets - 1)
        return (active * self.outputs[bucket]).sum(dim=1) + self.output_biases[bucket]


def unpack(records):
    """Dense features of both perspectives, number of pieces, score and result of a batch of records (N x 32 bytes)."""
    device, count = records.device, records.shape[0]
    bits = torch.arange(8, device=device)
    occupied = ((records[:, :8, None] >> bits) & 1).reshape(count, 64).long()
    nibbles = torch.stack([records[:, 8:24] & 15, records[:, 8:24] >> 4], dim=2).reshape(count, 32).long()
    order = (occupied.cumsum(dim=1) - 1).clamp(min=0)
    codes = nibbles.gather(1, order) * occupied
    row, square = occupied.nonzero(as_tuple=True)
    code = codes[row, square]
    role, is_other = (code & 7) - 1, code >> 3
    king = lambda wanted: (codes == wanted).long().argmax(dim=1)
    mirror = lambda kings: torch.where(kings % 8 >= 4, 7, 0)
    own_flip, other_flip = mirror(king(6)), mirror(king(14)) ^ 56
    own = torch.zeros(count, FEATURES, dtype=torch.bfloat16, device=device)
    other = torch.zeros_like(own)
    own[row, is_other * 384 + role * 64 + (square ^ own_flip[row])] = 1
    other[row, (1 - is_other) * 384 + role * 64 + (square ^ other_flip[row])] = 1
    score = records[:, 24].float() + (records[:, 25].to(torch.int8).float()) * 256
    return own, other, occupied.sum(dim=1), score, records[:, 26].float() / 2


def export(network, scale, path):
    """Writes the network file."""
    quantised = lambda tensor, one: (tensor.detach().cpu() * one).round().to(torch.int32).numpy()
    with open(path, "wb") as file:
        file.write(b"HPNET001" + struct.pack("<HHh", network.hidden, network.buckets, scale))
        file.write(quantised(network.features, 255).astype("<i2").tobytes())
        file.write(quantised(network.feature_biases, 255).astype("<i2").tobytes())
        file.write(quantised(network.outputs, 64).clip(-127, 127).astype("<i2").tobytes())
        file.write(quantised(network.output_biases, 255 * 64).astype("<i4").tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("positions")
    parser.add_argument("out")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--buckets", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--result-weight", type=float, default=0.3)
    parser.add_argument("--scale", type=int, required=True)
    parser.add_argument("--validation", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    records = torch.from_numpy(numpy.fromfile(args.positions, dtype=numpy.uint8).reshape(-1, 32)).to(device)
    training, validation = records[: -args.validation], records[-args.validation :]
    network = Network(args.hidden, args.buckets).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=0.01, fused=device.type == "cuda")
    steps = args.epochs * math.ceil(len(training) / args.batch)
    shape = lambda step: 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, shape)

    def loss_of(batch):
        own, other, pieces, score, result = unpack(batch)
        target = args.result_weight * result + (1 - args.result_weight) * torch.sigmoid(score / args.scale)
        return (torch.sigmoid(network(own, other, pieces)) - target).square()

    started = time.time()
    for epoch in range(1, args.epochs + 1):
        order = torch.randperm(len(training), device=device)
        total = torch.zeros((), device=device)
        for indices in order.split(args.batch):
            losses = loss_of(training[indices])
            optimizer.zero_grad(set_to_none=True)
            losses.mean().backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                for weights in network.parameters():
                    weights.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
                total += losses.sum()
        with torch.no_grad():
            checked = sum(loss_of(batch).sum().item() for batch in validation.split(args.batch)) / len(validation)
        seconds = time.time() - started
        print(f"epoch {epoch} training {total.item() / len(training):.6f} validation {checked:.6f} seconds {seconds:.0f}", flush=True)
        export(network, args.scale, args.out)


main()
