// A warp as one worker: 32 lanes on a GPU, one lane on a processor, where the same code is compiled for tests.
#pragma once

#include <cstdint>
#include <cstring>

typedef uint64_t Bitboard;

#ifdef __CUDACC__

#define DEVICE __device__ __forceinline__
#define HOST_DEVICE __host__ __device__
constexpr int WIDTH = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

DEVICE int lane() { return threadIdx.x & (WIDTH - 1); }
DEVICE void sync_lanes() { __syncwarp(); }
DEVICE bool any_lane(bool value) { return __any_sync(ALL_LANES, value); }
DEVICE int sum_lanes(int value) { return __reduce_add_sync(ALL_LANES, value); }
DEVICE unsigned largest_lane(unsigned value) { return __reduce_max_sync(ALL_LANES, value); }

// Sum of the values of all lower lanes; `total` is that of all lanes.
DEVICE int prefix_sum(int value, int &total) {
    int inclusive = value;
    for (int step = 1; step < WIDTH; step *= 2) {
        int other = __shfl_up_sync(ALL_LANES, inclusive, step);
        if (lane() >= step) inclusive += other;
    }
    total = __shfl_sync(ALL_LANES, inclusive, WIDTH - 1);
    return inclusive - value;
}

DEVICE uint64_t broadcast(uint64_t value) { return __shfl_sync(ALL_LANES, (unsigned long long)value, 0); }

DEVICE int bit_count(Bitboard bits) { return __popcll(bits); }
DEVICE int first_bit(Bitboard bits) { return __ffsll((long long)bits) - 1; }
DEVICE Bitboard reverse(Bitboard bits) { return __brevll(bits); }
DEVICE unsigned add_pairs(unsigned a, unsigned b) { return __vadd2(a, b); }
DEVICE unsigned subtract_pairs(unsigned a, unsigned b) { return __vsub2(a, b); }
DEVICE uint64_t fetch_add(uint64_t *counter, uint64_t value) {
    return atomicAdd((unsigned long long *)counter, (unsigned long long)value);
}

#else

#define DEVICE inline
#define HOST_DEVICE
constexpr int WIDTH = 1;

DEVICE int lane() { return 0; }
DEVICE void sync_lanes() {}
DEVICE bool any_lane(bool value) { return value; }
DEVICE int sum_lanes(int value) { return value; }
DEVICE unsigned largest_lane(unsigned value) { return value; }

DEVICE int prefix_sum(int value, int &total) {
    total = value;
    return 0;
}

DEVICE uint64_t broadcast(uint64_t value) { return value; }

DEVICE int bit_count(Bitboard bits) { return __builtin_popcountll(bits); }
DEVICE int first_bit(Bitboard bits) { return __builtin_ctzll(bits); }

DEVICE Bitboard reverse(Bitboard bits) {
    bits = __builtin_bswap64(bits);
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    return (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
}

DEVICE unsigned add_pairs(unsigned a, unsigned b) { return ((a + (b & 0xffff0000)) & 0xffff0000) | ((a + b) & 0xffff); }
DEVICE unsigned subtract_pairs(unsigned a, unsigned b) {
    return ((a - (b & 0xffff0000)) & 0xffff0000) | ((a - b) & 0xffff);
}
DEVICE uint64_t fetch_add(uint64_t *counter, uint64_t value) {
    uint64_t before = *counter;
    *counter += value;
    return before;
}

#endif

// SplitMix64: the next number of a sequence whose state is `state`.
HOST_DEVICE inline uint64_t next_random(uint64_t &state) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
