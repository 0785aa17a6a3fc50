"""Tracing with the vendor's Python SDK, unmodified, against the server at BASE_URL with the key KEY."""

import asyncio
import os

import httpx
import openai
import promptlayer
from telling import equal, journey, tell

BASE_URL = os.environ["BASE_URL"]
KEY = os.environ["KEY"]
client = promptlayer.PromptLayer(api_key=KEY, base_url=BASE_URL, enable_tracing=True)
server = httpx.Client(base_url=BASE_URL, headers={"X-API-KEY": KEY})
PROMPT = "traced"


def flush(traced=client):
    assert traced.tracer_provider.force_flush(10_000)


def trace_of(request):
    answer = server.get(f"/api/public/v2/requests/{request}").json()
    assert answer["trace_id"], answer
    return answer["trace_id"]


def spans_of(trace, limit=2):
    """Page by page: small pages, so that there are several."""
    spans, cursor = [], None
    while True:
        query = {"limit": limit} | ({"cursor": cursor} if cursor else {})
        page = server.get(f"/api/public/v2/traces/{trace}", params=query).json()
        assert len(page["spans"]) <= limit
        spans += page["spans"]
        cursor = page["next_cursor"]
        if cursor is None:
            return spans


def requests_of(trace):
    return sorted({span["request_log_id"] for span in spans_of(trace) if span["request_log_id"] is not None})


def count_requests():
    return server.post("/api/public/v2/requests/search", json={}).json()["total"]


def ask(**rest):
    return client.run(prompt_name=PROMPT, input_variables={"name": "Ann"}, **rest)


@journey
def sends_its_runs_as_spans_around_the_calls_of_models():
    client.templates.publish(
        {
            "prompt_name": PROMPT,
            "prompt_template": {
                "type": "chat",
                "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello {name}"}]}],
            },
            "metadata": {"model": {"provider": "openai", "name": "gpt-4o-mini", "parameters": {}}},
        }
    )
    before = count_requests()
    request = ask()["request_id"]
    flush()
    spans = {span["name"]: span for span in spans_of(trace_of(request))}
    equal(spans["PromptLayer Run"]["request_log_id"], request)
    assert len(spans) > 2, spans.keys()
    equal(requests_of(trace_of(request)), [request])
    equal(count_requests() - before, 1)


@journey
def sends_runs_that_stream():
    before = count_requests()
    request = list(ask(stream=True))[-1]["request_id"]
    flush()
    equal(requests_of(trace_of(request)), [request])
    equal(count_requests() - before, 1)


@journey
def keeps_functions_and_what_they_call_in_one_trace():
    results = {}

    @client.traceable(name="answer")
    def answer(question):
        results["request"] = ask()["request_id"]
        results["wrapped"] = client.openai.OpenAI().chat.completions.create(
            model="gpt-4o-mini", messages=[{"role": "user", "content": question}], return_pl_id=True
        )[1]
        return inner(question)

    @client.traceable(name="inner", attributes={"level": 2})
    def inner(question):
        return f"inner {question}"

    before = count_requests()
    answer("why")
    flush()
    spans = spans_of(trace_of(results["request"]))
    named = {span["name"]: span for span in spans}
    equal(named["inner"]["parent_id"], named["answer"]["context"]["span_id"])
    equal(named["PromptLayer Run"]["parent_id"], named["answer"]["context"]["span_id"])
    assert len({span["context"]["span_id"] for span in spans}) == len(spans)
    assert {results["request"], results["wrapped"]} <= set(requests_of(trace_of(results["request"])))
    equal(count_requests() - before, len(requests_of(trace_of(results["request"]))))


@journey
def logs_calls_of_a_provider_that_it_only_watches():
    before = count_requests()

    @client.traceable(name="watched")
    def watched():
        return openai.OpenAI().chat.completions.create(
            model="gpt-4o-mini", messages=[{"role": "user", "content": "watch me"}]
        )

    watched()
    flush()
    equal(count_requests() - before, 1)
    [newest] = server.post("/api/public/v2/requests/search", json={"q": "watch", "per_page": 5}).json()["items"]
    equal(requests_of(trace_of(newest["id"])), [newest["id"]])
    equal(newest["engine"][:11], "gpt-4o-mini")
    assert newest["input_tokens"] > 0


@journey
def traces_without_blocking():
    async def together():
        own = promptlayer.AsyncPromptLayer(api_key=KEY, base_url=BASE_URL, enable_tracing=True)
        runs = [own.run(prompt_name=PROMPT, input_variables={"name": name}) for name in ("Ann", "Bob", "Cid")]
        return own, [run["request_id"] for run in await asyncio.gather(*runs)]

    before = count_requests()
    own, requests = asyncio.run(together())
    flush(own)
    equal(count_requests() - before, 3)
    traces = [trace_of(request) for request in requests]
    equal(len(set(traces)), 3)
    for request, trace in zip(requests, traces):
        equal(requests_of(trace), [request])


@journey
def goes_on_when_its_trace_is_closed():
    results = {}

    @client.traceable(name="closed")
    def closed():
        results["request"] = ask()["request_id"]
        flush()
        results["trace"] = trace_of(results["request"])
        equal(server.post(f"/api/public/v2/traces/{results['trace']}/close").status_code, 201)
        results["late"] = ask()["request_id"]

    closed()
    flush()
    page = server.get(f"/api/public/v2/traces/{results['trace']}").json()
    equal(page["status"], "closed")
    assert "closed" not in {span["name"] for span in page["spans"]}
    equal(server.get(f"/api/public/v2/requests/{results['late']}").status_code, 200)
    equal(server.post(f"/api/public/v2/traces/{results['trace']}/close").status_code, 409)


tell()
