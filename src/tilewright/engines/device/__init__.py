"""Engine frontier on a graphics card: the same sweeps, by kernels."""
