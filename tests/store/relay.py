"""A network between a program and its database that can be cut and mended."""

import selectors
import socket
import threading
from contextlib import contextmanager, suppress


class Relay:
    """Passes bytes on between its own port and another, as long as it is whole."""

    def __init__(self, host, port):
        self._target = (host, port)
        self._pairs = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._whole = threading.Event()
        self._whole.set()
        self._open = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """End every connection, and refuse new ones."""
        self._whole.clear()
        for pair in self._pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self._pairs.clear()

    def mend(self):
        """Let connections through again."""
        self._whole.set()

    def close(self):
        self._open = False
        self.cut()
        self._listener.close()

    def _accept(self):
        while self._open:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole.is_set():
                near.close()
                continue
            far = socket.create_connection(self._target)
            self._pairs.append((near, far))
            threading.Thread(target=_pass_on, args=(near, far), daemon=True).start()


def _pass_on(near, far):
    with selectors.DefaultSelector() as ends, near, far, suppress(OSError):
        ends.register(near, selectors.EVENT_READ, far)
        ends.register(far, selectors.EVENT_READ, near)
        while True:
            for key, _ in ends.select():
                content = key.fileobj.recv(65_536)
                if not content:
                    return
                key.data.sendall(content)


@contextmanager
def relay_to(host, port):
    relay = Relay(host, port)
    try:
        yield relay
    finally:
        relay.close()
