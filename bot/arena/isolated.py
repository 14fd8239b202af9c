"""`python isolated.py COMMAND`: runs a guest's command where it can neither see nor signal any other process, in a
user, mount and process namespace of its own. Linux only. Imports nothing of Arbitre, so that it starts fast.

Exits with the command's status. The command is the first process of its namespace: when it ends, the kernel kills
whatever it left running.
"""

import ctypes
import os
import signal
import sys

_NEW_MOUNTS, _NEW_USER, _NEW_PIDS = 0x00020000, 0x10000000, 0x20000000
_PRIVATE, _RECURSIVE = 1 << 18, 1 << 14
_NO_SUID, _NO_DEVICES, _NO_PROGRAMS = 2, 4, 8
_SET_PARENT_DEATH_SIGNAL = 1
_libc = ctypes.CDLL(None, use_errno=True)


def main(command: str) -> int:
    user, group = os.getuid(), os.getgid()
    _check(_libc.unshare(_NEW_USER | _NEW_MOUNTS | _NEW_PIDS))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    child = os.fork()
    if not child:
        _become(command)
    for number in (0, 1, 2):  # or the pipes that the command closes would stay open here
        os.close(number)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) & 0xFF


def _become(command: str) -> None:
    _check(_libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))
    _check(_libc.mount(b"none", b"/", None, _PRIVATE | _RECURSIVE, None))
    _check(_libc.mount(b"proc", b"/proc", b"proc", _NO_SUID | _NO_DEVICES | _NO_PROGRAMS, None))
    os.execv("/bin/sh", ["/bin/sh", "-c", command])  # noqa: S606 (what the operator asked to run)


def _check(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
