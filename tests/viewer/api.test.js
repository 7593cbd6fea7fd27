/** Requests to the service: how refusals are reported, and which requests are repeated, under which key. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { Problem, apiPath, newKey, post, read } from "../../service/viewer/api/api.js";

afterEach(() => mock.restoreAll());

/** @param {(Response | Error)[]} answers */
function answering(answers) {
  /** @type {any[]} */
  const sent = [];
  mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {any} */ wanted) => {
    sent.push({ url, ...wanted });
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new TypeError("network");
    return answer;
  });
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ call, /** @type {number} */ wait) => (wait < 20_000 ? queueMicrotask(call) : 0));
  return sent;
}

test("an address leaves out empty parameters", () => {
  assert.equal(apiPath("/matches", { as: "0", at: null, x: "", y: undefined }), "/api/v1/matches?as=0");
  assert.equal(apiPath("/api/v1/katharina/matches/1/view"), "/api/v1/katharina/matches/1/view");
});

test("a refusal becomes a problem with its kind, its code and the time to wait", async () => {
  answering([new Response('{"type":"/problems/rejected","code":"sealed-choice","detail":"No."}', { status: 422, headers: { "Retry-After": "3" } })]);
  await assert.rejects(read("/x"), (/** @type {any} */ error) => {
    assert.deepEqual([error.status, error.kind, error.code, error.message, error.retryAfter, error.isTemporary], [422, "rejected", "sealed-choice", "No.", 3, false]);
    return true;
  });
});

test("an error page of a proxy becomes a problem too", async () => {
  answering([new Response("<html>", { status: 502 })]);
  await assert.rejects(read("/x"), (/** @type {any} */ error) => error instanceof Problem && error.status === 502 && error.isTemporary);
});

test("a service that does not answer or breaks off counts as unreachable", async () => {
  answering([new TypeError("network"), new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut")) }))]);
  for (let n = 0; n < 2; n += 1) await assert.rejects(read("/x"), (/** @type {any} */ error) => error.kind === "unreachable" && error.status === 0);
});

test("a request with a key is repeated under the same key until it is answered", async () => {
  const key = newKey();
  const sent = answering([new TypeError("network"), new Response("{}", { status: 503 }), new Response("{}", { status: 429 }), new Response('{"version":7}')]);
  assert.deepEqual(await post("/x", { a: 1 }, { key }), { version: 7 });
  assert.deepEqual(sent.map((one) => one.headers["Idempotency-Key"]), [key, key, key, key]);
});

test("a request without a key is sent only once", async () => {
  const sent = answering([new TypeError("network"), new Response("{}")]);
  await assert.rejects(post("/x", {}));
  assert.equal(sent.length, 1);
});

test("a request that the rules refused is not repeated", async () => {
  const sent = answering([new Response("{}", { status: 422 }), new Response("{}")]);
  await assert.rejects(post("/x", {}, { key: newKey() }));
  assert.equal(sent.length, 1);
});
