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
    weight: float = 1.0
    """Share of the CPU where there is not enough for all, as a multiple of that of one of our own processes."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A file system in memory."""

    size: int
    """In bytes."""
    inodes: int


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """Caps of one build with everything it starts."""

    wall_s: float = 300
    memory_bytes: int = 2048 * MIB
    """Of the whole tree, with all the files it writes."""
    pids: int = 512
    cpus: float = 2.0
    disk: Disk = Disk(512 * MIB, 50_000)
    """Of the bot's folder, and as much again of /tmp."""
    open_files: int = 1024
    weight: float = 0.25
    """A build waits for bots that play, rather than they for it."""
    log_bytes: int = 256 * KIB
    """Of its output, the first and the last half is kept."""

    def limits(self) -> Limits:
        """Those of its process."""
        return Limits(
            memory_bytes=self.memory_bytes,
            pids=self.pids,
            cpus=self.cpus,
            tmp_bytes=self.disk.size,
            tmp_inodes=self.disk.inodes,
            file_bytes=self.disk.size,
            open_files=self.open_files,
            weight=self.weight,
        )
