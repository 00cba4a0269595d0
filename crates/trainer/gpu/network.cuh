// The network of docs/training.md in integers, as the engine computes it.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "position.cuh"

#ifndef HIDDEN
#define HIDDEN 256
#endif
#ifndef BUCKETS
#define BUCKETS 8
#endif

constexpr int FEATURES = 768;
// Neurons that a lane handles at once.
constexpr int CHUNK = 8;
constexpr int CHUNKS = HIDDEN / CHUNK;

// Eight numbers of 16 bits.
struct alignas(16) Chunk {
    unsigned pairs[CHUNK / 2];
};

struct Network {
    Chunk features[FEATURES][CHUNKS];
    Chunk biases[CHUNKS];
    Chunk outputs[BUCKETS][2][CHUNKS];
    int32_t output_biases[BUCKETS];
    int32_t scale;
};

// Hidden layers of White and Black.
struct Accumulator {
    Chunk sides[2][CHUNKS];
};

DEVICE int perspective_flip(const Position &position, int side) {
    return (side == WHITE ? 0 : 56) | (king_square(position, side) % 8 >= 4 ? 7 : 0);
}

DEVICE int feature(int side, int flip, int color, int role, int square) {
    return (color != side) * 384 + role * 64 + (square ^ flip);
}

DEVICE void add(Chunk &to, const Chunk &weights) {
    for (int i = 0; i < CHUNK / 2; i++) to.pairs[i] = add_pairs(to.pairs[i], weights.pairs[i]);
}

DEVICE void subtract(Chunk &from, const Chunk &weights) {
    for (int i = 0; i < CHUNK / 2; i++) from.pairs[i] = subtract_pairs(from.pairs[i], weights.pairs[i]);
}

// Computes the hidden layers of a position from those of another one, `before`, or from nothing.
DEVICE void accumulate(const Network &network, const Position *before, const Accumulator *from, const Position &position,
                       Accumulator &into) {
    for (int side = WHITE; side <= BLACK; side++) {
        int flip = perspective_flip(position, side);
        bool is_fresh = before == nullptr || perspective_flip(*before, side) != flip;
        for (int chunk = lane(); chunk < CHUNKS; chunk += WIDTH) {
            Chunk hidden = is_fresh ? network.biases[chunk] : from->sides[side][chunk];
            for (int color = WHITE; color <= BLACK; color++) {
                for (int role = PAWN; role <= KING; role++) {
                    Bitboard old = is_fresh ? 0 : before->roles[role] & before->colors[color];
                    Bitboard now = position.roles[role] & position.colors[color];
                    for (Bitboard added = now & ~old; added; added &= added - 1) {
                        add(hidden, network.features[feature(side, flip, color, role, first_bit(added))][chunk]);
                    }
                    for (Bitboard removed = old & ~now; removed; removed &= removed - 1) {
                        subtract(hidden, network.features[feature(side, flip, color, role, first_bit(removed))][chunk]);
                    }
                }
            }
            into.sides[side][chunk] = hidden;
        }
    }
}

DEVICE int activate(unsigned hidden, unsigned weights) {
    int value = int16_t(hidden), weight = int16_t(weights);
    value = value < 0 ? 0 : value > 255 ? 255 : value;
    return value * value * weight;
}

// Centipawns for the side to move. A lane reads what it wrote itself.
DEVICE int evaluate(const Network &network, const Position &position, const Accumulator &hidden) {
    int bucket = (bit_count(occupied(position)) - 2) * BUCKETS / 31;
    bucket = bucket < BUCKETS - 1 ? bucket : BUCKETS - 1;
    int total = 0;
    for (int half = 0; half < 2; half++) {
        for (int chunk = lane(); chunk < CHUNKS; chunk += WIDTH) {
            Chunk values = hidden.sides[half == 0 ? position.turn : position.turn ^ 1][chunk];
            Chunk weights = network.outputs[bucket][half][chunk];
            for (int i = 0; i < CHUNK / 2; i++) {
                total += activate(values.pairs[i], weights.pairs[i]);
                total += activate(values.pairs[i] >> 16, weights.pairs[i] >> 16);
            }
        }
    }
    int64_t output = int64_t(sum_lanes(total) / 255) + network.output_biases[bucket];
    int64_t centipawns = output * network.scale / (255 * 64);
    int value = int(centipawns > 20000 ? 20000 : centipawns < -20000 ? -20000 : centipawns);
    return value * (220 - (position.halfmoves < 100 ? position.halfmoves : 100)) / 220;
}

inline void read_network(const char *path, Network &network) {
    FILE *file = fopen(path, "rb");
    unsigned char header[14];
    bool ok = file && fread(header, 1, 14, file) == 14 && memcmp(header, "HPNET001", 8) == 0 &&
              (header[8] | header[9] << 8) == HIDDEN && (header[10] | header[11] << 8) == BUCKETS;
    ok = ok && fread(network.features, sizeof network.features, 1, file) == 1 &&
         fread(network.biases, sizeof network.biases, 1, file) == 1 &&
         fread(network.outputs, sizeof network.outputs, 1, file) == 1 &&
         fread(network.output_biases, sizeof network.output_biases, 1, file) == 1 && fgetc(file) == EOF;
    if (!ok) {
        fprintf(stderr, "%s: no network with %d hidden neurons and %d buckets\n", path, HIDDEN, BUCKETS);
        exit(2);
    }
    network.scale = int16_t(header[12] | header[13] << 8);
    fclose(file);
}
