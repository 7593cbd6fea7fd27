"""The commands of docs/operate/backups.md: the parsers accept them, and what they name exists."""

from __future__ import annotations

import copy
import json
import re
import shlex
from functools import cache
from typing import Any

import kubernetes_validate
import yaml

from chronik.service.cli.cli import parser
from tests.support.service.images import COMPOSE

DEPLOY = COMPOSE.parent
PAGE = DEPLOY.parent / "docs" / "operate" / "backups.md"
MANIFESTS = DEPLOY / "kubernetes"


@cache
def lines() -> tuple[str, ...]:
    """Returns every line of shell on the page, without its comment."""
    blocks = re.findall(r"```sh [^\n]*\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return tuple(re.sub(r" +# .*", "", line) for block in blocks for line in block.splitlines())


def dated(line: str) -> str:
    return line.replace("$(date -u +%F)", "2026-11-25")


def manifest(file: str, kind: str) -> Any:
    (found,) = (one for one in yaml.safe_load_all((MANIFESTS / file).read_text("utf-8")) if one["kind"] == kind)
    return found


def restoring_job() -> Any:
    """Returns the job that the pipeline on the page derives from the nightly one."""
    ((again, args),) = re.findall(
        r"jq '\.spec\.backoffLimit = (\d) \| \.spec\.template\.spec\.containers\[0\]\.args =\s+(\[.*\])'",
        "\n".join(lines()),
    )
    spec = copy.deepcopy(manifest("backup.yaml", "CronJob")["spec"]["jobTemplate"]["spec"])
    spec["backoffLimit"] = int(again)
    spec["template"]["spec"]["containers"][0]["args"] = json.loads(args)
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "chronik-restore"}, "spec": spec}


def test_the_parser_accepts_every_command_on_the_page() -> None:
    told = [one for line in lines() for one in re.findall(r"\bchronik ((?:backup|restore|fsck|serve) [^&|\"]+)", line)]
    assert [one.split()[0] for one in told].count("restore") == 3, "anywhere, in compose, on Kubernetes"
    for one in told:
        words = shlex.split(dated(one))
        assert parser(words).parse_args(words).run, one


def test_compose_restores_from_the_folder_that_its_backups_are_written_to() -> None:
    services = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
    ran = [shlex.split(dated(line)) for line in lines() if line.startswith("docker compose run ")]
    assert len(ran) == 2
    for words in ran:
        (mount,) = (words[n + 1] for n, word in enumerate(words) if word == "-v")
        service, command, _, folder = words[words.index(mount) + 1 :]
        assert command == "chronik"
        assert set(services[service]["depends_on"]) == {"redis", "postgres"}, "they run, and the service does not"
        assert mount.removesuffix(":ro") == "/srv/backups:/backups"
        assert folder.startswith("/backups/")
    assert "name" not in yaml.safe_load(COMPOSE.read_text("utf-8")), "COMPOSE_PROJECT_NAME makes the volumes new"


def test_the_restore_job_is_valid_and_reads_the_folder_of_the_nightly_backup() -> None:
    job = restoring_job()
    kubernetes_validate.validate(job, kubernetes_validate.latest_version(), strict=True)
    assert job["spec"]["backoffLimit"] == 0, "what was broken off is not begun again by itself"
    pod = job["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert "chronik restore /backups/" in container["args"][-1]
    assert "/backups" in {one["mountPath"] for one in container["volumeMounts"]}
    assert pod["enableServiceLinks"] is False


def test_the_objects_that_the_page_scales_or_waits_for_exist() -> None:
    told = "\n".join(lines())
    assert f"--from=cronjob/{manifest('backup.yaml', 'CronJob')['metadata']['name']} " in told
    deployment = manifest("service.yaml", "Deployment")
    scaled = re.findall(r"scale deploy/(\S+) --replicas=(\d)", told)
    least = manifest("scaling.yaml", "HorizontalPodAutoscaler")["spec"]["minReplicas"]
    assert scaled == [(deployment["metadata"]["name"], "0"), (deployment["metadata"]["name"], str(least))]
    ((label, value),) = deployment["spec"]["selector"]["matchLabels"].items()
    assert f"-l {label}={value} " in told
