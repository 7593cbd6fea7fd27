"""Alert rules and dashboard: they query only what `/metrics` serves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import promql_parser as promql
import pytest
from msgspec import Meta, Struct
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from chronik.service.operating import metrics
from chronik.service.web.problems import kinds
from tests.support.cases import for_each

DEPLOY = Path(__file__).parents[2] / "deploy"
OF_PROMETHEUS = {"job", "instance"}
MOST_LABELS = 4
DURATION = r"^[1-9]\d*(s|m|h|d)$"


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An alert rule as Prometheus reads it."""

    alert: Annotated[str, Meta(pattern="^Chronik[A-Za-z]+$")]
    expr: str
    for_: Annotated[str, Meta(pattern=DURATION)] | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="for")
    labels: Mapping[Literal["severity"], Literal["page", "ticket"]]
    annotations: Mapping[Literal["summary", "description"], str]


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rules: tuple[Rule, ...]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[Group, ...]


def rules() -> Rules:
    return msgspec.yaml.decode((DEPLOY / "prometheus" / "alerts.yaml").read_bytes(), type=Rules)


@cache
def dashboard() -> Any:
    return json.loads((DEPLOY / "grafana" / "chronik.json").read_text("utf-8"))


def filled(metric: MetricWrapperBase) -> tuple[str, ...]:
    """Makes a sample of a metric with labels, and returns their values; none if it has no labels."""
    for count in range(1, MOST_LABELS + 1):
        with suppress(ValueError):  # it has another number of labels
            metric.labels(*(values := ("x",) * count))
            return values
    return ()


@cache
def served() -> Mapping[str, frozenset[str]]:
    """Returns the names that `/metrics` serves, each with its labels, once every metric has a value."""
    named = {one: filled(one) for one in vars(metrics).values() if isinstance(one, MetricWrapperBase)}
    try:
        families = list(text_string_to_metric_families(metrics.render_metrics().decode()))
    finally:
        for one, values in named.items():
            if values:
                one.remove(*values)
    found: dict[str, frozenset[str]] = {"up": frozenset()}
    for family in families:
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, frozenset()) | frozenset(sample.labels)
    return found


@cache
def known_values() -> frozenset[str]:
    """Returns the label values that occur in the source of the service, and those that it computes."""
    source = "".join(path.read_text("utf-8") for path in (DEPLOY.parent / "service").rglob("*.py"))
    codes = {kind.name for kind in vars(kinds).values() if isinstance(kind, kinds.Kind)}
    return frozenset(re.findall(r'"([a-z0-9-]+)"', source)) | codes | {f"{n}xx" for n in range(1, 6)}


def parts(expression: Any) -> Iterator[Any]:
    """Yields a PromQL expression and all its parts."""
    yield expression
    match expression:
        case promql.BinaryExpr():
            inner = [expression.lhs, expression.rhs]
        case promql.Call():
            inner = list(expression.args)
        case promql.MatrixSelector():
            inner = [expression.vector_selector]
        case promql.AggregateExpr() | promql.ParenExpr() | promql.UnaryExpr() | promql.SubqueryExpr():
            inner = [expression.expr]
        case _:
            inner = []
    for one in inner:
        yield from parts(one)


def unknown(query: str) -> set[str]:
    """Returns what a query uses that does not exist: metrics, their labels, and values of labels."""
    found, grouped, labels = set[str](), set[str](), set[str]()
    for part in parts(promql.parse(query)):
        match part:
            case promql.VectorSelector() if part.name is not None:
                if part.name not in served():
                    found.add(part.name)
                known = served().get(part.name, frozenset[str]()) | OF_PROMETHEUS
                labels |= known
                for one in part.matchers.matchers:
                    found |= {one.name} - known
                    if one.name != "job":
                        found |= set(one.value.split("|")) - known_values()
            case promql.AggregateExpr() if part.modifier is not None:
                grouped |= set(part.modifier.labels)
            case _:
                pass
    return found | grouped - labels


def asked() -> Iterator[str]:
    """Yields every query of the dashboard, with its variables filled in."""
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"].replace("$__rate_interval", "5m").replace("$job", "chronik")


def test_alerts_query_only_metrics_that_the_service_exposes() -> None:
    alerts = [rule for group in rules().groups for rule in group.rules]
    assert len({one.alert for one in alerts}) == len(alerts) > 10
    for one in alerts:
        assert unknown(one.expr) == set(), one.alert
        assert set(one.annotations) == {"summary", "description"}, one.alert
        assert 'job="chronik"' in one.expr


def test_the_down_alert_also_fires_if_prometheus_knows_no_service() -> None:
    (down,) = (rule for group in rules().groups for rule in group.rules if rule.alert == "ChronikDown")
    called = [part.func.name for part in parts(promql.parse(down.expr)) if isinstance(part, promql.Call)]
    assert called == ["absent"]


def test_the_dashboard_queries_only_metrics_that_the_service_exposes() -> None:
    queries = list(asked())
    assert len(queries) > 20
    for query in queries:
        assert unknown(query) == set(), query
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places), "no panel lies on another"
    for panel in panels:
        for target in panel.get("targets", ()):
            asked_by = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
            assert asked_by <= {label for labels in served().values() for label in labels} | OF_PROMETHEUS


def test_every_metric_is_on_the_dashboard() -> None:
    shown = "\n".join(asked())
    for name in served():
        family = re.sub(r"_(total|bucket|count|sum|created)$", "", name)
        assert family in shown or family.startswith("chronik_process_"), name


@for_each(
    ("query", "missing"),
    [
        ("rate(chronik_append_total[5m])", {"chronik_append_total"}),
        ('chronik_commands_total{result="unknown"}', {"result"}),
        ('chronik_commands_total{outcome="unkown"}', {"unkown"}),
        ("sum by (gmae) (chronik_commands_total)", {"gmae"}),
    ],
)
def test_a_misspelt_query_is_detected(query: str, missing: set[str]) -> None:
    assert unknown(query) == missing


def test_an_invalid_alert_rule_is_detected() -> None:
    whole = (DEPLOY / "prometheus" / "alerts.yaml").read_text("utf-8")
    for right, wrong in (("expr: up", "exprs: up"), ("severity: page", "severity: whenever"), ("for: 1m", "for: 1 m")):
        assert right in whole
        with pytest.raises(msgspec.ValidationError):
            msgspec.yaml.decode(whole.replace(right, wrong, 1), type=Rules)
    with pytest.raises(ValueError, match="expected"):
        promql.parse("rate(up[5m)")
