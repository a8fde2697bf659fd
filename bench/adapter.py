"""Our server for a load generator that plugs products in: how to open a table, sit down, listen, tap.

The generator brings the base class and the connections in a module of its own, ``bench_fanout``;
bench/README.md says how to start it. Its phones do what pages do: cookies, forms, the page's stream.
"""

import asyncio
import http.client
import json
import random
from typing import Any

from bench_fanout import (  # type: ignore[import-not-found]  # the generator's own, when it runs
    Adapter,
    HttpPool,
    SSEStream,
    open_conn,
)

HOST = "Host: 127.0.0.1\r\n"
REVISION = b"vigilia-revision: "
TAPS = ("damage-deity", "gain-deity", "damage", "gain")


class Raid(Adapter):  # type: ignore[misc]
    """A raid in its first turn; every tap is a counter, of the deity or of a person."""

    def ask(self, method: str, path: str, cookie: str = "", fields: Any = None) -> tuple[Any, str]:
        """The document that answers, and the device's cookie."""
        door = http.client.HTTPConnection(self.host, self.port, timeout=20)
        sent = {"Accept": "application/json", "Content-Type": "application/json", "Cookie": cookie}
        try:
            door.request(method, path, None if fields is None else json.dumps(fields), sent)
            answer = door.getresponse()
            body = json.loads(answer.read())
            assert answer.status < 300, body
            given = [one.split(";")[0] for one in answer.headers.get_all("Set-Cookie") or ()]
            return body, next((one for one in given if one.startswith("vigilia=")), cookie)
        finally:
            door.close()

    def open(self, people: int) -> tuple[str, str]:
        """A table that plays: its path, its seat code."""
        names = [f"P{n}" for n in range(1, people + 1)]
        opened, host = self.ask(
            "POST", "/tables", fields={"game": "raid", "names": names, "options": {"resistance": 5000}}
        )
        at = f"/t/{opened['id']}"
        self.ask("POST", f"{at}/start", host, {"first": "p1"})
        return at, opened["links"]["seat"].rsplit("/", 1)[1]

    async def create_table(self, m: int) -> tuple[str, str]:
        return await asyncio.to_thread(self.open, m)

    async def join(self, table: Any, phone: Any) -> None:
        at, code = table.h
        _, cookie = await asyncio.to_thread(self.ask, "GET", f"/j/{code}")
        told = self.b.got_version

        def heard(event: bytes) -> None:
            if event.startswith(b"id: "):
                told(phone, int(event[4 : event.index(b"\n")]))

        asks = f"GET {at}/live HTTP/1.1\r\n{HOST}Accept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
        phone.stream = await open_conn(lambda: SSEStream(asks.encode(), heard), self.host, self.port)
        await asyncio.wait_for(phone.stream.ready, 20)
        phone.conn = HttpPool(self.host, self.port)
        form = "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        phone.x = (at, f" HTTP/1.1\r\n{HOST}{form}Cookie: {cookie}\r\nContent-Length: ")

    async def tap(self, phone: Any, tap_id: int) -> int:
        at, head = phone.x
        command, key = random.choice(TAPS), f"{phone.idx}-tap-{tap_id}"
        body = f"amount=1&idempotency_key={key}"
        if not command.endswith("-deity"):
            body += f"&participant=p{random.randint(1, len(phone.table.phones))}"
        asks = f"POST {at}/{command}{head}{len(body)}\r\n\r\n{body}"
        status, headers, answer = await phone.conn.request(asks.encode())
        if status != 204:
            raise RuntimeError(f"a tap was answered {status}: {answer[:200]!r}")
        begins = headers.find(REVISION) + len(REVISION)
        return int(headers[begins:].split(b"\r\n", 1)[0])
