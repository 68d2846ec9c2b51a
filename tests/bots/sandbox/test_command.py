from pathlib import Path

from arena.bots.sandbox.command import Scratch, bwrap_options, system_arguments
from arena.bots.sandbox.kits import GO, Kit, Mount
from arena.bots.sandbox.limits import MIB, Limits

MOUNTS = [Mount(Path("/kits/python"), Path("/opt/kit")), Mount(Path("/bots/b"), Path("/bot"))]
ALWAYS = (
    "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --cap-drop ALL "
    "--uid 1000 --gid 1000 --hostname bot --ro-bind /usr /usr --proc /proc --dev /dev "
)
SHOWN = (
    "--ro-bind /kits/python /opt/kit --ro-bind /bots/b /bot --remount-ro /dev --remount-ro / --chdir /bot"
)  # fmt: skip


def options(scratch):
    limits = Limits(tmp_bytes=4096, shm_bytes=8192)
    return " ".join(bwrap_options(MOUNTS, scratch, limits, ("--ro-bind", "/usr", "/usr")))


def test_tmp_and_shm_that_were_mounted_with_caps_are_bound():
    bound = "--bind /stage/shm /dev/shm --bind /stage/tmp /tmp "
    assert options(Scratch(Path("/stage/tmp"), Path("/stage/shm"))) == ALWAYS + bound + SHOWN


def test_otherwise_bwrap_makes_them_with_a_size():
    made = "--size 8192 --perms 1777 --tmpfs /dev/shm --size 4096 --perms 1777 --tmpfs /tmp "
    assert options(Scratch()) == ALWAYS + made + SHOWN


def test_of_the_system_usr_is_shown_and_the_links_into_it_and_some_of_etc(tmp_path):
    for folder in ("usr/bin", "etc/ssl/certs", "lib64"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "bin").symlink_to("usr/bin")
    for file in ("shadow", "passwd", "ld.so.cache"):
        (tmp_path / "etc" / file).write_text("")
    assert system_arguments(tmp_path) == [
        *("--ro-bind", f"{tmp_path}/usr", "/usr"),
        *("--symlink", "usr/bin", "/bin"),
        *("--ro-bind", f"{tmp_path}/lib64", "/lib64"),
        *("--ro-bind", f"{tmp_path}/etc/ld.so.cache", "/etc/ld.so.cache"),
        *("--ro-bind", f"{tmp_path}/etc/ssl/certs", "/etc/ssl/certs"),
    ]


def test_a_kits_path_comes_before_the_systems_and_its_hints_follow_the_limits():
    kit = Kit("k", environment={"PATH": "/opt/kit/bin"}, hints=lambda limits: {"CAP": str(limits.memory_bytes)})
    variables = kit.variables(Limits(memory_bytes=64 * MIB))
    assert variables == {"PATH": "/opt/kit/bin:/usr/local/bin:/usr/bin:/bin", "CAP": "67108864"}


def test_go_collects_garbage_before_it_reaches_its_cap():
    assert GO.variables(Limits(memory_bytes=100 * MIB, cpus=1))["GOMEMLIMIT"] == str(75 * MIB)
