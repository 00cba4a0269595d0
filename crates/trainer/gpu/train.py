"""Trains the engine's network on a GPU with PyTorch; docs/training.md has the recipe.

    trainer positions --games games --out positions.bin
    python3 train.py positions.bin network.bin --hidden 256 --buckets 8 --epochs 30 --scale 200 --validation 20000

`trainer positions` prints the scale and the number of validation positions, which are the last ones of the file. All positions
are unpacked on the GPU and kept there, 133 bytes each; the order of features and the export are those of `float_network.rs`.
"""

import argparse
import math
import struct
import time

import numpy
import torch

FEATURES = 768
# Features and a column for lists that are not full, rounded up for the matrix units.
COLUMNS = 776
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
        weights = torch.nn.functional.pad(self.features, (0, 0, 0, COLUMNS - FEATURES)).bfloat16()
        layer = lambda features: (dense(features) @ weights).float() + self.feature_biases
        active = torch.cat([layer(own), layer(other)], dim=1).clamp(0, 1).square()
        bucket = ((pieces.long() - 2).clamp(min=0) * self.buckets // 31).clamp(max=self.buckets - 1)
        outputs = active @ self.outputs.t() + self.output_biases
        return outputs.gather(1, bucket[:, None]).squeeze(1)


def dense(features):
    """A row of zeros and ones for each list of features."""
    rows = torch.zeros(features.shape[0], COLUMNS, dtype=torch.bfloat16, device=features.device)
    return rows.scatter_(1, features.long(), 1)


class Positions:
    """Positions on the GPU: features of both perspectives (lists of 32, filled up with FEATURES), number of pieces, target."""

    def __init__(self, records, device, scale, result_weight):
        parts = [self.unpack(part.to(device), scale, result_weight) for part in records.split(1 << 20)]
        self.columns = [torch.cat(column) for column in zip(*parts)]

    def __len__(self):
        return len(self.columns[0])

    def take(self, indices):
        return [column[indices] for column in self.columns]

    @staticmethod
    def unpack(records, scale, result_weight):
        device, count = records.device, records.shape[0]
        bits = torch.arange(8, device=device)
        occupied = ((records[:, :8, None] >> bits) & 1).reshape(count, 64).long()
        codes = torch.stack([records[:, 8:24] & 15, records[:, 8:24] >> 4], dim=2).reshape(count, 32).long()
        # The square of each piece; column 32 takes the empty ones.
        order = torch.where(occupied == 1, occupied.cumsum(dim=1) - 1, 32)
        squares = torch.zeros(count, 33, dtype=torch.long, device=device)
        squares = squares.scatter_(1, order, torch.arange(64, device=device).expand(count, 64))[:, :32]
        role, is_other = (codes & 7) - 1, codes >> 3
        king = lambda wanted: squares.gather(1, (codes == wanted).long().argmax(dim=1, keepdim=True))
        mirror = lambda kings: torch.where(kings % 8 >= 4, 7, 0)
        own = is_other * 384 + role * 64 + (squares ^ mirror(king(6)))
        other = (1 - is_other) * 384 + role * 64 + (squares ^ mirror(king(14)) ^ 56)
        filled = lambda features: torch.where(codes != 0, features, FEATURES).short()
        score = records[:, 24].float() + records[:, 25].view(torch.int8).float() * 256
        target = result_weight * records[:, 26].float() / 2 + (1 - result_weight) * torch.sigmoid(score / scale)
        return filled(own), filled(other), occupied.sum(dim=1).byte(), target


def losses_of(network, positions, indices):
    own, other, pieces, target = positions.take(indices)
    return (torch.sigmoid(network(own, other, pieces)) - target).square()


class Trainer:
    """Steps of AdamW. On a GPU a step is recorded once as a graph and replayed: it consists of small kernels that take less time than
    starting them one by one."""

    WARM_UP_STEPS = 3

    def __init__(self, network, positions, batch_size):
        self.network, self.positions, self.batch_size = network, positions, batch_size
        device = positions.columns[0].device
        self.indices = torch.randperm(len(positions), device=device)[:batch_size].clone()
        self.rate = torch.zeros((), device=device)
        self.loss_sum = torch.zeros((), device=device)
        options = {"fused": True, "capturable": True} if device.type == "cuda" else {"foreach": False}
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=self.rate, weight_decay=0.01, **options)
        self.graph = None
        if device.type == "cuda":
            self.record()

    def record(self):
        # As PyTorch asks: a few steps on another stream, at a rate of zero, so that all memory is allocated.
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(self.WARM_UP_STEPS):
                self.compute()
        torch.cuda.current_stream().wait_stream(stream)
        self.optimizer.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.compute()

    def compute(self):
        losses = losses_of(self.network, self.positions, self.indices)
        self.optimizer.zero_grad(set_to_none=True)
        losses.mean().backward()
        self.optimizer.step()
        with torch.no_grad():
            for weights in self.network.parameters():
                weights.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
            self.loss_sum += losses.sum()

    def step(self, indices, rate):
        self.indices.copy_(indices)
        self.rate.fill_(rate)
        if self.graph:
            self.graph.replay()
        else:
            self.compute()


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
    records = torch.from_numpy(numpy.fromfile(args.positions, dtype=numpy.uint8).reshape(-1, 32))
    training = Positions(records[: -args.validation], device, args.scale, args.result_weight)
    validation = Positions(records[-args.validation :], device, args.scale, args.result_weight)
    network = Network(args.hidden, args.buckets).to(device)
    trainer = Trainer(network, training, min(args.batch, len(training)))
    steps_of_epoch = len(training) // trainer.batch_size
    steps, step = args.epochs * steps_of_epoch, 0

    started = time.time()
    for epoch in range(1, args.epochs + 1):
        trainer.loss_sum.zero_()
        for indices in torch.randperm(len(training), device=device).split(trainer.batch_size)[:steps_of_epoch]:
            trainer.step(indices, args.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps))))
            step += 1
        with torch.no_grad():
            everything = torch.arange(len(validation), device=device).split(args.batch)
            checked = sum(losses_of(network, validation, indices).sum() for indices in everything).item() / len(validation)
        trained = trainer.loss_sum.item() / (steps_of_epoch * trainer.batch_size)
        seconds = time.time() - started
        print(f"epoch {epoch} training {trained:.6f} validation {checked:.6f} seconds {seconds:.1f}", flush=True)
        export(network, args.scale, args.out)


main()
