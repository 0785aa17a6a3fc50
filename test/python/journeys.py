"""What people do with the vendor's Python SDK, unmodified, against the server at BASE_URL with the key KEY."""

import asyncio
import os
import time

import anthropic  # noqa: F401 - the SDK wraps it
import openai
import promptlayer
from opentelemetry import trace
from telling import equal, journey, tell

BASE_URL = os.environ["BASE_URL"]
KEY = os.environ["KEY"]
client = promptlayer.PromptLayer(api_key=KEY, base_url=BASE_URL)
PROMPT = "greeting"
WORKFLOW = os.environ["WORKFLOW"]


@journey
def publishes_and_reads_a_prompt():
    text = lambda content: [{"type": "text", "text": content}]
    client.templates.publish(
        {
            "prompt_name": PROMPT,
            "prompt_template": {
                "type": "chat",
                "messages": [
                    {"role": "system", "content": text("You are {kind}.")},
                    {"role": "user", "content": text("Hello {name}")},
                ],
            },
            "metadata": {"model": {"provider": "openai", "name": "gpt-4o-mini", "parameters": {"temperature": 0}}},
            "release_labels": ["prod"],
        }
    )
    found = client.templates.get(PROMPT, {"label": "prod", "input_variables": {"kind": "kind", "name": "Ann"}})
    equal(found["llm_kwargs"]["messages"][0]["content"], "You are kind.")
    equal([one["prompt_name"] for one in client.templates.all()], [PROMPT])


@journey
def runs_a_prompt_and_tracks_it():
    run = client.run(prompt_name=PROMPT, prompt_release_label="prod", input_variables={"kind": "kind", "name": "Ann"})
    equal(run["raw_response"].choices[0].message.content, "You said: Hello Ann")
    request = run["request_id"]
    group = client.group.create()
    assert client.track.metadata(request_id=request, metadata={"user": "ann"})
    assert client.track.score(request_id=request, score=90, score_name="quality")
    assert client.track.group(request_id=request, group_id=group)
    assert client.track.prompt(request_id=request, prompt_name=PROMPT, prompt_input_variables={"name": "Ann"})


@journey
def streams_a_prompt():
    parts = list(client.run(prompt_name=PROMPT, input_variables={"kind": "kind", "name": "Ann"}, stream=True))
    assert parts[-1]["request_id"] > 0
    equal(parts[-1]["prompt_blueprint"]["prompt_template"]["messages"][-1]["content"][0]["text"], "You said: Hello Ann")


@journey
def logs_a_request():
    chat = lambda role, text: {"type": "chat", "messages": [{"role": role, "content": [{"type": "text", "text": text}]}]}
    logged = client.log_request(
        provider="openai",
        model="gpt-4o",
        input=chat("user", "hi"),
        output=chat("assistant", "hello"),
        request_start_time=time.time() - 1,
        request_end_time=time.time(),
        tags=["logged"],
    )
    assert logged["id"] > 0


@journey
def wraps_the_clients_of_providers():
    _, request = client.openai.OpenAI().chat.completions.create(
        model="gpt-4o-mini", messages=[{"role": "user", "content": "hi"}], pl_tags=["wrapped"], return_pl_id=True
    )
    assert request > 0
    _, request = client.anthropic.Anthropic().messages.create(
        model="claude-sonnet-4-5", max_tokens=10, messages=[{"role": "user", "content": "hi"}], return_pl_id=True
    )
    assert request > 0


@journey
def runs_without_blocking():
    async def together():
        own = promptlayer.AsyncPromptLayer(api_key=KEY, base_url=BASE_URL)
        variables = {"kind": "kind", "name": "Ann"}
        run = await own.run(prompt_name=PROMPT, input_variables=variables)
        parts = [part async for part in await own.run(prompt_name=PROMPT, input_variables=variables, stream=True)]
        return run["request_id"], parts[-1]["request_id"]

    first, second = asyncio.run(together())
    assert 0 < first < second


@journey
def runs_a_workflow_and_hears_of_its_end_by_websocket():
    equal(client.run_workflow(WORKFLOW, input_variables={"topic": "rain"}, timeout=30), "rain")
    nodes = client.run_workflow(WORKFLOW, input_variables={"topic": "sun"}, return_all_outputs=True, timeout=30)
    equal([(node["status"], node["value"]) for node in nodes.values()], [("SUCCESS", "sun")])


@journey
def works_with_tables():
    table = client.tables.create({"title": "by hand"})["table"]
    sheet = client.tables.sheets(table["id"]).create({"title": "one"})["sheet"]
    own = client.tables.sheets(table["id"]).for_sheet(sheet["id"])
    column = own.columns.create({"title": "text", "type": "TEXT"})["column"]
    own.rows.add({"count": 2, "values": [{column["id"]: "a"}, {column["id"]: "bb"}]})
    own.columns.create({"title": "length", "type": "COUNT", "config": {"source": "text", "type": "chars"}})
    while own.status_counts()["status_counts"]["COMPLETED"] < 3:
        time.sleep(0.1)
    own.versions.create({"name": "first"})
    equal([one["name"] for one in own.versions.list()["data"]][0], "first")
    assert client.tables.delete(table["id"])


def answer(input):
    with trace.get_tracer("journeys").start_as_current_span("Tool: search"):
        pass
    said = openai.OpenAI().chat.completions.create(
        model="gpt-4o-mini", messages=[{"role": "user", "content": str(input)}]
    )
    # With no output of its own, the SDK takes the last answer of the trace.
    return None if input == "y" else said.choices[0].message.content


@journey
def evaluates():
    result = promptlayer.evaluate(
        "evaluation",
        dataset=[
            {"input": "x", "expected": "You said: x", "extra": "e"},
            {"input": "y", "expected": "You said: y", "extra": "f"},
            {"input": "z", "expected": "nothing", "extra": "g"},
        ],
        runner=answer,
        columns=[
            promptlayer.column("Length", promptlayer.ColumnType.COUNT, {"source": "Output", "type": "chars"}),
            promptlayer.code_execution_column("Twice", code='return (data.get("Length") or 0) * 2'),
        ],
        scorers=[
            promptlayer.compare_scorer(title="same", expected_column="expected"),
            promptlayer.contains_scorer(title="says", expected="You said"),
            promptlayer.regex_scorer(title="pattern", regex_pattern="said: [xy]$"),
            promptlayer.count_scorer(title="short", max_count=100),
            promptlayer.llm_assertion_scorer(title="polite", prompt="Is it polite?"),
            promptlayer.scorer_from_function(is_short),
        ],
        max_concurrency=3,
        passing_score=0.5,
        api_key=KEY,
        base_url=BASE_URL,
    )
    cards = {card["scorer"]: (card["passed"], card["total"]) for card in result["score_cards"]}
    equal(cards["same"], (2, 3))
    equal(cards["says"], (3, 3))
    equal(cards["pattern"], (2, 3))
    equal(cards["short"], (3, 3))
    equal(cards["is short"], (3, 3))
    equal(result["total_rows"], 3)
    equal({one["input"]: one["output"] for one in result["results"]}["y"], "You said: y")
    rows = client.tables.sheets(result["table_id"]).for_sheet(result["sheet_id"]).rows.list()["data"]
    equal(len(rows), 3)


def is_short(output):
    return len(output) < 100


@journey
def evaluates_without_blocking():
    async def runner(input):
        return answer(input)

    result = asyncio.run(
        promptlayer.aevaluate(
            "without blocking",
            dataset=[{"input": "x", "expected": "You said: x", "expected_trace": [["search"]]}],
            runner=runner,
            scorers=[promptlayer.compare_scorer(title="same"), promptlayer.count_scorer(title="short", max_count=100)],
            passing_score=0.9,
            api_key=KEY,
            base_url=BASE_URL,
        )
    )
    equal([(card["passed"], card["total"]) for card in result["score_cards"]], [(1, 1), (1, 1)])


@journey
def follows_the_tools_of_an_agent():
    def agent(input):
        for tool in input.split():
            client.traceable(name=f"Tool: {tool}")(lambda: tool)()
        return input

    result = promptlayer.evaluate(
        "agent",
        dataset=[{"input": "search read", "expected_trace": [["search", "read"]]}],
        runner=agent,
        scorers=[
            promptlayer.trajectory_scorer(title="strict", expected=[["read", "search"]]),
            promptlayer.trajectory_scorer(title="loose", expected=[["read"]], mode="non_strict"),
            promptlayer.trajectory_scorer(title="column", expected_column="expected_trace"),
        ],
        api_key=KEY,
        base_url=BASE_URL,
    )
    equal([card["passed"] for card in result["score_cards"]], [0, 1, 1])


@journey
def stops_an_evaluation_that_scores_too_low():
    try:
        promptlayer.evaluate(
            "too low",
            dataset=[{"input": "x", "expected": "something else"}],
            runner=lambda input: "this",
            scorers=[promptlayer.compare_scorer(title="same", expected_column="expected")],
            passing_score=0.9,
            api_key=KEY,
            base_url=BASE_URL,
        )
    except promptlayer.EvaluationFailedError:
        return
    raise AssertionError("it passed")


@journey
def says_what_went_wrong():
    for error, call in [
        (promptlayer.PromptLayerNotFoundError, lambda: client.templates.get("absent")),
        (
            promptlayer.PromptLayerAuthenticationError,
            lambda: promptlayer.PromptLayer(api_key="wrong", base_url=BASE_URL).templates.get(PROMPT),
        ),
        (promptlayer.PromptLayerUnprocessableEntityError, lambda: client.tables.create({"title": 3})),
    ]:
        try:
            call()
        except error:
            continue
        raise AssertionError(f"no {error.__name__}")


tell()
