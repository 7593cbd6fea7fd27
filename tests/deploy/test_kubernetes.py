"""The manifests for Kubernetes: each matches its schema, and they are consistent with each other and the service."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import kubernetes_validate
import msgspec
import pytest
import yaml

from chronik.service.log.keys import PARTITIONS
from chronik.service.running.settings import SETTINGS, Settings
from chronik.service.web.bounded_connection import IDLE_SECONDS
from tests.deploy import gateways
from tests.support.cases import for_each
from tests.support.service.promised import CHECKED_IN

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
PAGE = ROOT / "docs" / "operate" / "kubernetes.md"
VERSIONS = ("1.31", kubernetes_validate.latest_version())
OWNED_BY = "gateway.envoyproxy.io/owning-gateway-"
SECRET = {"CHRONIK_REDIS_URL": "rediss://:x@valkey:6379", "CHRONIK_DATABASE_URL": "postgresql://c@postgres-rw/c"}


@cache
def manifests() -> dict[tuple[str, str], Any]:
    """Returns all manifests, by kind and name."""
    files = sorted(FOLDER.glob("*.yaml"))
    found = [one for file in files for one in yaml.safe_load_all(file.read_text("utf-8"))]
    named = {(one["kind"], one["metadata"]["name"]): one for one in found}
    assert len(named) == len(found)
    return named


def pods() -> Iterator[Any]:
    """Yields the pod templates of the service and of the backup."""
    yield manifests()["Deployment", "chronik"]["spec"]["template"]
    yield manifests()["CronJob", "chronik-backup"]["spec"]["jobTemplate"]["spec"]["template"]


def invalid(manifest: Any) -> bool:
    """Returns whether any of the versions refuses a manifest, for example because of an unknown field."""
    try:
        if manifest["apiVersion"].partition("/")[0] in gateways.GROUPS:
            gateways.read(manifest)
        else:
            for version in VERSIONS:
                kubernetes_validate.validate(manifest, version, strict=True)
    except (kubernetes_validate.ValidationError, msgspec.ValidationError):
        return True
    return False


def test_every_manifest_is_valid() -> None:
    assert len(manifests()) == 13
    for name, manifest in manifests().items():
        assert not invalid(manifest), name


def set_at(manifest: Any, path: str, value: Any) -> Any:
    *parents, last = path.split(".")
    changed = copy.deepcopy(manifest)
    place = changed
    for one in parents:
        place = place[int(one) if one.isdigit() else one]
    place[last] = value
    return changed


@for_each(
    ("kind", "path", "value"),
    [
        ("Deployment", "spec.replica", 2),
        ("Deployment", "spec.template.spec.containers.0.ports", {"containerPort": 8000}),
        ("Deployment", "spec.template.spec.containers.0.readinessProbe.periodSeconds", "5s"),
        ("HorizontalPodAutoscaler", "spec.maxReplicas", "many"),
        ("PodDisruptionBudget", "spec.maxUnavailable", [1]),
        ("NetworkPolicy", "spec.ingress", {"from": []}),
        ("Gateway", "spec.listeners.0.protocol", "http"),
        ("Gateway", "spec.listeners.1.tls.secretName", "chronik-certificate"),
        ("HTTPRoute", "spec.rules.0.timeout", {"request": "0s"}),
        ("HTTPRoute", "spec.rules.0.timeouts.request", "0"),
        ("HTTPRoute", "spec.rules.0.backendRefs.0.port", "http"),
        ("BackendTrafficPolicy", "spec.retry.retryOn.triggers", ["error", "timeout"]),
        ("BackendTrafficPolicy", "spec.timeout.connectTimeout", "2s"),
    ],
)
def test_an_invalid_manifest_is_detected(kind: str, path: str, value: Any) -> None:
    manifest = next(one for (its, name), one in manifests().items() if its == kind and name == "chronik")
    assert invalid(set_at(manifest, path, value))


def test_the_manifests_are_consistent_with_each_other_and_the_service() -> None:
    service = manifests()["Service", "chronik"]["spec"]
    deployed = manifests()["Deployment", "chronik"]["spec"]
    labels = deployed["template"]["metadata"]["labels"]
    scaled = manifests()["HorizontalPodAutoscaler", "chronik"]["spec"]
    assert scaled["scaleTargetRef"]["name"] == "chronik"
    assert "replicas" not in deployed, "the autoscaler decides"
    for chosen in (
        service["selector"],
        deployed["selector"]["matchLabels"],
        manifests()["PodDisruptionBudget", "chronik"]["spec"]["selector"]["matchLabels"],
        manifests()["NetworkPolicy", "chronik"]["spec"]["podSelector"]["matchLabels"],
    ):
        assert chosen == labels
    assert scaled["minReplicas"] > manifests()["PodDisruptionBudget", "chronik"]["spec"]["maxUnavailable"]
    (container,) = deployed["template"]["spec"]["containers"]
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    settings = manifests()["ConfigMap", "chronik"]["data"]
    assert ports == {"http": Settings().port, "metrics": int(settings["CHRONIK_METRICS_PORT"])}
    assert service["ports"][0]["targetPort"] == "http", "metrics have no address of their own outside"
    asked = json.dumps(manifests()["NetworkPolicy", "chronik"]["spec"]["ingress"])
    assert {one for one in ports if f'"{one}"' in asked} == set(ports)
    for rule in manifests()["HTTPRoute", "chronik"]["spec"]["rules"]:
        assert rule["backendRefs"] == [{"name": "chronik", "port": service["ports"][0]["port"]}]
    known = json.loads(CHECKED_IN.read_text("utf-8"))["paths"]
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["path"] in known


def test_the_settings_are_valid_and_passwords_are_in_secrets() -> None:
    settings = {**manifests()["ConfigMap", "chronik"]["data"], **SECRET}
    known = {"CHRONIK_" + name.upper() for name in Settings.__struct_fields__}
    of_the_bucket = set(re.findall(r"`(AWS_\w+)`", SETTINGS["archive_url"].meaning))
    assert set(settings) <= known | of_the_bucket
    assert Settings.from_environment(settings).archives == settings["CHRONIK_ARCHIVE_URL"]
    told = PAGE.read_text("utf-8")
    for pod in pods():
        for container in pod["spec"]["containers"]:
            for one in container["envFrom"]:
                if "secretRef" in one:
                    assert f"create secret generic {one['secretRef']['name']} " in told
            assert {one["name"] for one in container["env"]} <= known
        for volume in pod["spec"]["volumes"]:
            if "secret" in volume:
                assert f"create secret generic {volume['secret']['secretName']} " in told
    secret = set(re.findall(r"--from-literal=(\w+)=", told))
    assert {*SECRET, "PGPASSWORD"} <= secret
    assert of_the_bucket == (set(settings) | secret) & of_the_bucket, "or the bucket is looked for elsewhere"
    assert not any(kind == "Secret" for kind, _ in manifests())


def test_pods_run_as_the_images_user_and_backups_belong_to_that_user() -> None:
    (made,) = re.findall(r"useradd --uid (\d+) ", (FOLDER.parent / "Dockerfile").read_text("utf-8"))
    for pod in pods():
        runs = pod["spec"]["securityContext"]
        assert {runs["runAsUser"], runs["runAsGroup"], runs["fsGroup"]} == {int(made)}
    assert f"install -d -o {made} -m 700 /srv/backups" in (PAGE.parent / "backups.md").read_text("utf-8")


def test_a_pod_requests_one_processor_per_process() -> None:
    (container,) = manifests()["Deployment", "chronik"]["spec"]["template"]["spec"]["containers"]
    assert container["resources"]["requests"]["cpu"] == container["args"][-1]


def test_prometheus_finds_the_pods_under_the_job_name_of_the_alerts() -> None:
    told = (PAGE.parent / "monitoring.md").read_text("utf-8")
    _, scraped, monitor = map(yaml.safe_load, re.findall("```yaml\n(.*?)```", told, re.DOTALL))
    (job,) = scraped["scrape_configs"]
    pod = manifests()["Deployment", "chronik"]["spec"]["template"]
    (label,) = pod["metadata"]["labels"]
    wanted = {re.sub(r"\W", "_", f"__meta_kubernetes_pod_label_{label}"): pod["metadata"]["labels"][label]}
    kept = {one["source_labels"][0]: one["regex"] for one in job["relabel_configs"]}
    assert kept == {**wanted, "__meta_kubernetes_pod_container_port_name": "metrics"}
    assert job["job_name"] == pod["metadata"]["labels"][monitor["spec"]["jobLabel"]] == "chronik"
    assert monitor["spec"]["selector"]["matchLabels"] == pod["metadata"]["labels"]
    assert monitor["spec"]["podMetricsEndpoints"] == [{"port": "metrics"}]


def test_the_gateway_redirects_http_to_tls_and_only_its_proxies_reach_the_pods() -> None:
    gateway, route = manifests()["Gateway", "chronik"], manifests()["HTTPRoute", "chronik"]
    plain, tls = gateway["spec"]["listeners"]
    assert (plain["protocol"], tls["protocol"]) == ("HTTP", "HTTPS")
    parents = {name: one["spec"]["parentRefs"] for (kind, name), one in manifests().items() if kind == "HTTPRoute"}
    assert parents["chronik"] == [{"name": "chronik", "sectionName": tls["name"]}]
    assert parents["chronik-to-https"] == [{"name": "chronik", "sectionName": plain["name"]}]
    assert manifests()["HTTPRoute", "chronik-to-https"]["spec"]["hostnames"] == route["spec"]["hostnames"]
    assert {one["hostname"] for one in (plain, tls)} == set(route["spec"]["hostnames"])
    asks, scrapes = manifests()["NetworkPolicy", "chronik"]["spec"]["ingress"]
    (proxies,) = asks["from"]
    told = PAGE.read_text("utf-8")
    assert f"kubectl create namespace {proxies['podSelector']['matchLabels'][f'{OWNED_BY}namespace']}\n" in told
    assert proxies["podSelector"]["matchLabels"][f"{OWNED_BY}name"] == gateway["metadata"]["name"]
    assert [one["port"] for one in (*asks["ports"], *scrapes["ports"])] == ["http", "metrics"]


def test_feeds_have_no_time_limit_and_only_reads_are_repeated_after_a_reset() -> None:
    reads, commands = manifests()["HTTPRoute", "chronik"]["spec"]["rules"]
    assert [one["timeouts"]["request"] for one in (reads, commands)] == ["0s", "0s"]
    assert {one["method"] for one in reads["matches"]} == {"GET", "HEAD"}
    assert "matches" not in commands, "it takes all others"
    of_all = manifests()["BackendTrafficPolicy", "chronik"]["spec"]
    of_reads = manifests()["BackendTrafficPolicy", "chronik-reads"]["spec"]
    (target,), (section,) = of_all["targetRefs"], of_reads["targetRefs"]
    assert section == {**target, "sectionName": reads["name"]}
    assert (target["kind"], target["name"]) == ("HTTPRoute", "chronik")
    assert set(of_all["retry"]["retryOn"]["triggers"]) == {"connect-failure", "refused-stream", "reset-before-request"}
    assert "reset" in of_reads["retry"]["retryOn"]["triggers"]
    assert of_reads["timeout"] == of_all["timeout"]
    http = of_all["timeout"]["http"]
    assert float(http["connectionIdleTimeout"].removesuffix("s")) < IDLE_SECONDS
    assert float(http["streamIdleTimeout"].removesuffix("s")) > 2 * Settings().heartbeat_seconds
    assert min(of_reads["circuitBreaker"].values()) > 10_000, "a feed is a connection"


def test_each_partition_has_a_process_if_the_stated_number_of_pods_runs() -> None:
    (container,) = manifests()["Deployment", "chronik"]["spec"]["template"]["spec"]["containers"]
    sentence = r"with (\d+) pods, each of the log's (\d+) partitions has a separate process"
    ((pods, partitions),) = re.findall(sentence, (FOLDER / "scaling.yaml").read_text())
    assert int(partitions) == PARTITIONS == int(pods) * int(container["args"][-1])


@pytest.mark.parametrize("code", [0, 1])
def test_a_successful_backup_removes_old_ones_and_a_failed_one_does_not(code: int, tmp_path: Path) -> None:
    (container,) = manifests()["CronJob", "chronik-backup"]["spec"]["jobTemplate"]["spec"]["template"]["spec"][
        "containers"
    ]
    chronik, backups = tmp_path / "bin" / "chronik", tmp_path / "backups"
    chronik.parent.mkdir()
    chronik.write_text(f'#!/bin/sh\nmkdir "$2"; exit {code}\n', "utf-8")
    chronik.chmod(0o755)
    for name, days in (("2026-01-01T031700Z", 20), ("2026-01-15T031700Z", 13), ("lost+found", 20)):
        (backups / name).mkdir(parents=True)
        (backups / name / "manifest.json").write_bytes(b"")
        made = time.time() - days * 86_400
        os.utime(backups / name, (made, made))
    words = [one.replace("/backups", str(backups)) for one in container["args"]]
    done = subprocess.run(words, env={"PATH": f"{chronik.parent}:{os.environ['PATH']}"}, check=False)
    assert done.returncode == code
    left = {one.name for one in backups.iterdir()}
    assert len(left) == 3 + code, "one is new; the oldest has gone, unless the new one failed"
    assert ("2026-01-01T031700Z" in left) == bool(code)


def test_pods_have_only_the_rights_that_they_need() -> None:
    for pod in pods():
        assert pod["spec"]["automountServiceAccountToken"] is False
        assert pod["spec"]["enableServiceLinks"] is False, "what they say of a Service called chronik reads as settings"
        assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
        for container in pod["spec"]["containers"]:
            allowed = container["securityContext"]
            assert (allowed["readOnlyRootFilesystem"], allowed["allowPrivilegeEscalation"]) == (True, False)
            assert allowed["capabilities"] == {"drop": ["ALL"]}
            assert set(container["resources"]) == {"requests", "limits"}
            mounted = {one["mountPath"] for one in container["volumeMounts"]}
            assert {"/data", "/tmp"} <= mounted, "what is written has a place"
            assert {one["name"] for one in container["volumeMounts"]} == {one["name"] for one in pod["spec"]["volumes"]}
