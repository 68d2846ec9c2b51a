"""What one bot process may use."""

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps of one bot process with everything it starts."""

    memory_bytes: int = 512 * MIB
    """Of the whole tree, what it keeps in /tmp and /dev/shm included; swap is not given."""
    pids: int = 128
    """Processes and threads (a Java bot with gRPC has about 60)."""
    cpus: float = 1.0
    """CPU time per wall time; more than one thread may share it."""
    tmp_bytes: int = 32 * MIB
    tmp_inodes: int = 8192
    """Files in /tmp; the kernel keeps about 1 KiB for each, outside `tmp_bytes`."""
    shm_bytes: int = 8 * MIB
    shm_inodes: int = 256
    file_bytes: int = 64 * MIB
    """Size of one file, one in memory (memfd) included."""
    open_files: int = 256
