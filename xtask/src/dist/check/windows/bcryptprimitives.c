// Stand-in for a library of Windows 10 that Wine has only since version 9. Every Rust program imports it.

unsigned char SystemFunction036(void *data, unsigned long length);

__declspec(dllexport) int ProcessPrng(unsigned char *data, unsigned long long length) {
    return SystemFunction036(data, (unsigned long)length);
}
