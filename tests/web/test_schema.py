"""The service keeps to its own schema, whatever it is asked: nonsense is refused, never stumbled over."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings

from tabletop.web.server import make_app
from tests.web.tables import RefereedTable

_table = RefereedTable(((3, 1), (6, 5), (2, 2)) * 2000)
_app = make_app(_table, _table, hosts=("testserver", "localhost", "127.0.0.1"))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", _app).exclude(path="/api/events")  # has no end


@schema.parametrize()
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_service_keeps_to_its_schema(case: schemathesis.Case) -> None:
    case.call_and_validate()
