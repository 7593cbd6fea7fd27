"""The manifests of the Gateway API and of Envoy Gateway, as far as ours use them; anything else is refused.

The definitions that a cluster checks by come with neither Kubernetes nor a package for Python, so these are written
by hand, from the reference pages of both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

GROUPS = {"gateway.networking.k8s.io", "gateway.envoyproxy.io"}
Name = Annotated[str, Meta(pattern=r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", max_length=63)]
Host = Annotated[str, Meta(pattern=r"^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")]
Port = Annotated[int, Meta(ge=1, le=65_535)]
Duration = Annotated[str, Meta(pattern=r"^([0-9]{1,5}(h|m|s|ms)){1,4}$")]
Most = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Trigger = Literal["connect-failure", "refused-stream", "reset", "reset-before-request", "gateway-error", "5xx"]


class Part(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A part of a manifest, without unknown fields."""


class Named(Part, frozen=True):
    name: Name


class Metadata(Named, frozen=True):
    labels: dict[str, str]


class Tls(Part, frozen=True):
    certificate_refs: Annotated[tuple[Named, ...], Meta(min_length=1, max_length=64)]


class Listener(Named, frozen=True):
    protocol: Literal["HTTP", "HTTPS"]
    port: Port
    hostname: Host
    tls: Tls | None = None


class GatewaySpec(Part, frozen=True):
    gateway_class_name: Name
    listeners: Annotated[tuple[Listener, ...], Meta(min_length=1, max_length=64)]


class Gateway(Part, frozen=True, tag_field="kind", tag="Gateway"):
    """An entry point for requests."""

    api_version: Literal["gateway.networking.k8s.io/v1"]
    metadata: Metadata
    spec: GatewaySpec


class Parent(Named, frozen=True):
    section_name: Name


class Backend(Named, frozen=True):
    port: Port


class Match(Part, frozen=True):
    method: Literal["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]


class Redirect(Part, frozen=True):
    scheme: Literal["http", "https"]
    status_code: Literal[301, 302]


class RedirectFilter(Part, frozen=True):
    type: Literal["RequestRedirect"]
    request_redirect: Redirect


class Timeouts(Part, frozen=True):
    request: Duration


class Rule(Part, frozen=True):
    name: Name = ""
    matches: Annotated[tuple[Match, ...], Meta(max_length=64)] = ()
    filters: Annotated[tuple[RedirectFilter, ...], Meta(max_length=16)] = ()
    backend_refs: Annotated[tuple[Backend, ...], Meta(max_length=16)] = ()
    timeouts: Timeouts | None = None


class HTTPRouteSpec(Part, frozen=True):
    parent_refs: Annotated[tuple[Parent, ...], Meta(min_length=1, max_length=32)]
    hostnames: Annotated[tuple[Host, ...], Meta(max_length=16)]
    rules: Annotated[tuple[Rule, ...], Meta(min_length=1, max_length=16)]


class HTTPRoute(Part, frozen=True, tag_field="kind", tag="HTTPRoute"):
    """Rules for where requests are sent."""

    api_version: Literal["gateway.networking.k8s.io/v1"]
    metadata: Metadata
    spec: HTTPRouteSpec


class Target(Named, frozen=True):
    group: Literal["gateway.networking.k8s.io"]
    kind: Literal["Gateway", "HTTPRoute"]
    section_name: Name = ""


class TcpTimeout(Part, frozen=True):
    connect_timeout: Duration


class HttpTimeout(Part, frozen=True):
    connection_idle_timeout: Duration
    stream_idle_timeout: Duration


class Timeout(Part, frozen=True):
    tcp: TcpTimeout
    http: HttpTimeout


class RetryOn(Part, frozen=True):
    triggers: tuple[Trigger, ...]


class Retry(Part, frozen=True):
    num_retries: Annotated[int, Meta(ge=0)]
    retry_on: RetryOn


class CircuitBreaker(Part, frozen=True):
    max_connections: Most
    max_parallel_requests: Most
    max_pending_requests: Most


class BackendTrafficPolicySpec(Part, frozen=True):
    target_refs: Annotated[tuple[Target, ...], Meta(min_length=1, max_length=16)]
    timeout: Timeout
    retry: Retry
    circuit_breaker: CircuitBreaker | None = None


class BackendTrafficPolicy(Part, frozen=True, tag_field="kind", tag="BackendTrafficPolicy"):
    """The settings by which Envoy Gateway connects to the service."""

    api_version: Literal["gateway.envoyproxy.io/v1alpha1"]
    metadata: Metadata
    spec: BackendTrafficPolicySpec


def read(manifest: Any) -> Gateway | HTTPRoute | BackendTrafficPolicy:
    """Parses a manifest of one of these kinds; raises `msgspec.ValidationError`."""
    return msgspec.convert(manifest, Gateway | HTTPRoute | BackendTrafficPolicy)
