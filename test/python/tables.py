"""Every method of the SDK's `tables`, blocking and not, and every form of `evaluate`, unmodified."""

import asyncio
import base64
import inspect
import os
import typing

import openai
import promptlayer
from declared import differences, methods_of
from promptlayer.tables import manager, scorecards
from promptlayer.types import scorecard as scorecard_types
from telling import equal, journey, tell

BASE_URL = os.environ["BASE_URL"]
KEY = os.environ["KEY"]
TRACE = os.environ["TRACE"]
access = {"api_key": KEY, "base_url": BASE_URL}
client = promptlayer.PromptLayer(**access)

# Where the SDK's types say something else than the vendor's OpenAPI document, we answer as the document has it.
DOCUMENTED_OTHERWISE = {
    "ScorecardCalculationResponse.calculation.table_id is missing",
    "ScorecardCalculationResponse.calculation.criterion_summaries",
    "ScorecardResponse.scorecard.table_id is missing",
    "ScorecardResponse.scorecard.steps.primitive_type",
    "ScorecardActionResponse.scorecard.table_id is missing",
    "ScorecardActionResponse.scorecard.steps.primitive_type",
    "ScorecardRowsResponse.rows.stale_state",
    "ScorecardRowsResponse.next_cursor",
    "ScorecardRowResponse.stale_state",
    *(
        f"ScorecardCancelResponse.scorecard.{field} is missing"
        for field in ["table_id", "sheet_id", "name", "aggregation", "steps"]
    ),
}
# Fields that may be null there, though the types do not say so.
NULLABLE = {
    *(
        f"ScorecardCalculationResponse.calculation.{field}"
        for field in ["drift_summary", "error_summary", "started_at", "completed_at", "aggregate_score", "aggregate_verdict"]
    ),
    "ScorecardCancelResponse.calculation_id",
    "ScorecardRowsResponse.rows.drift_summary",
    "ScorecardRowsResponse.rows.error_summary",
    "ScorecardRowResponse.drift_summary",
    "ScorecardRowResponse.error_summary",
    "ScorecardResponse.scorecard.steps.description",
    "ScorecardActionResponse.scorecard.steps.description",
    "ScorecardResponse.scorecard.steps.score_adapter",
    "ScorecardActionResponse.scorecard.steps.score_adapter",
}
# It gives httpx's `get` and `delete` a body, which they do not take: these reach no server.
BROKEN_IN_THE_SDK = {
    "AsyncScorecardManager.get",
    "AsyncScorecardManager.delete",
    "AsyncScorecardManager.get_calculation",
    "AsyncScorecardManager.list_rows",
    "AsyncScorecardManager.get_row",
}

called = set()


async def ask(method, *arguments, hint=None):
    called.add(method.__qualname__)
    if method.__qualname__ in BROKEN_IN_THE_SDK:
        return None
    answer = method(*arguments)
    if inspect.isawaitable(answer):
        answer = await answer
    hint = hint or typing.get_type_hints(method.__func__)["return"]
    kind = next((one for one in typing.get_args(hint) if typing.is_typeddict(one)), hint)
    found = differences(hint, answer, getattr(kind, "__name__", "answer"))
    equal(found - DOCUMENTED_OTHERWISE - NULLABLE, set())
    return answer


async def until(ready):
    for _ in range(600):
        found = await ready()
        if found:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError("it does not come")


def csv(content, name="cases.csv"):
    return {"type": "file", "file_name": name, "file_content_base64": base64.b64encode(content.encode()).decode()}


async def all_of(tables, title):
    table = (await ask(tables.create, {"title": "first title"}))["table"]["id"]
    await ask(tables.update, table, {"title": title})
    equal((await ask(tables.get, table))["table"]["title"], title)
    listed = await ask(tables.list, {"name": title, "limit": 5, "page": 1, "per_page": 5})
    equal([one["id"] for one in listed["data"]], [table])
    await ask(tables.list)
    sheets = tables.sheets(table)
    await ask(sheets.create)
    made = await ask(sheets.create, {"title": "cases", "operation_id": "first", "source": csv("input,expected\na,b\nc,d\n")})
    await ask(sheets.create, {"index": 0, "source": {"type": "request_logs", "start_time": "2020-01-01T00:00:00Z"}})
    equal(len((await ask(sheets.list))["data"]), 4)
    sheet = sheets.for_sheet(made["sheet"]["id"])
    called.add(sheets.for_sheet.__qualname__)

    async def imported():
        rows = (await ask(sheet.rows.list))["data"]
        return len(rows) == 2

    await until(imported)
    step = await all_of_columns(sheet)
    await ask(sheet.update, {"title": "renamed", "expected_row_count": 3, "eval_run_status": "running"})
    equal((await ask(sheet.get))["sheet"]["title"], "renamed")
    version = (await ask(sheet.versions.create, {"name": "first"}))["version"]
    equal([one["name"] for one in (await ask(sheet.versions.list))["data"]][:1], ["first"])
    await ask(sheet.versions.get, version["id"])
    await all_of_scorecards(tables, sheet, step)
    await all_of_scores(tables, sheet, step["column"])
    imported_trace = {"trace_id": TRACE, "sheet_id": sheet.sheet_id, "smart_table_id": table, "metadata": {"a": "b"}}
    equal((await ask(tables.imports.add_trace, imported_trace))["row_index"], 3)
    equal(await ask(sheet.delete), True)
    equal(await ask(tables.delete, table), True)


async def all_of_columns(sheet):
    first, second = [one["id"] for one in (await ask(sheet.columns.list))["data"]]
    compare = {"sources": ["input", "expected"], "comparison_type": {"type": "STRING"}}
    pinned = {"column_id": first, "reference_type": "value", "config_key": "sources", "config_meta": {"position": 0}}
    body = {"title": "same", "type": "COMPARE", "config": compare, "dependencies": [pinned], "is_output_column": True}
    column = (await ask(sheet.columns.create, body))["column"]
    changed = {"title": "equal", "type": "COMPARE", "is_output_column": False}
    equal((await ask(sheet.columns.update, column["id"], changed))["column"]["title"], "equal")
    other = (await ask(sheet.columns.create, {"title": "other", "type": "TEXT"}))["column"]
    equal(await ask(sheet.columns.delete, other["id"]), True)
    await ask(sheet.rows.add, {"count": 1, "values": [{first: "x", second: "x"}]})
    cells = (await ask(sheet.rows.list))["data"][0]["cells"]
    await ask(sheet.cells.update, cells[first]["id"], {"display_value": "b", "value": "b"})
    await ask(sheet.cells.recalculate, cells[column["id"]]["id"])
    await ask(sheet.cells.batch_recalculate, {"cell_ids": [cells[column["id"]]["id"]]})
    await ask(sheet.cells.batch_recalculate, {"column_ids": [column["id"]], "row_indices": [0, 1, 2]})

    async def computed():
        counts = await ask(sheet.status_counts)
        return counts["status_counts"]["COMPLETED"] == counts["total_cells"] == 3

    await until(computed)
    equal((await ask(sheet.cells.get, cells[column["id"]]["id"]))["cell"]["display_value"], "true")
    return {"sources": [first, second], "column": column["id"]}


async def all_of_scorecards(tables, sheet, of):
    cards, ids = tables.sheets.scorecards, (sheet.table_id, sheet.sheet_id)
    step = {
        "title": "same",
        "primitive_type": "COMPARE",
        "required": True,
        "weight": 2,
        "primitive_config": {"sources": of["sources"], "comparison_type": {"type": "STRING"}},
        "thresholds": {"pass_threshold": 0.5, "warn_threshold": 0.2},
        "score_adapter": {},
        "description": "Are they equal?",
    }
    aggregation = {"method": "weighted_mean", "required_step_failure_behavior": "fail", "pass_threshold": 0.6, "warn_threshold": 0.5}
    body = {"name": "card", "evaluated_column_ids": [of["column"]], "aggregation": aggregation, "steps": [step]}
    card = (await ask(cards.configure, *ids, body))["scorecard"]
    equal(card["steps"][0]["thresholds"], {"pass": 0.5, "warn": 0.2})
    await ask(cards.get, *ids)
    # Without a score of its own, a sheet has that of its scorecard.
    started = await ask(sheet.score.recalculate, hint=scorecard_types.RecalculateScoreScorecardResponse)
    last = (await ask(cards.recalculate, *ids))["calculation_id"]
    assert last != started["calculation_id"]

    async def calculated():
        found = await ask(sheet.score.get)
        return found["details"].get("aggregate_result", {}).get("scorecard_calculation_id") == last

    await until(calculated)
    score = await ask(sheet.score.get, hint=scorecard_types.GetScoreScorecardCompatibilityResponse)
    equal(round(score["aggregate_score"], 3), 0.667)
    found = await ask(cards.get_calculation, *ids, last)
    assert found is None or found["calculation"]["aggregate_verdict"] == "pass"
    rows = await ask(cards.list_rows, *ids, {"verdict": "pass", "limit": 1})
    assert rows is None or [one["row_index"] for one in rows["rows"]] == [0]
    row = await ask(cards.get_row, *ids, 1, {"calculation_id": last})
    assert row is None or row["step_results"][card["steps"][0]["id"]]["verdict"] == "fail"
    scope = {"row_indices": [0], "step_ids": [card["steps"][0]["id"]]}
    await ask(cards.recalculate, *ids, scope)
    await ask(cards.cancel, *ids, scope)
    await ask(cards.cancel, *ids)


async def all_of_scores(tables, sheet, column):
    cards, ids = tables.sheets.scorecards, (sheet.table_id, sheet.sheet_id)
    code = {"score_type": "custom", "code": "return {'score': 1}", "code_language": "PYTHON", "column_ids": [column]}
    await ask(sheet.score.configure, code)
    by_name = {"score_type": "boolean", "column_names": ["equal"], "assertion_aggregation": "all"}
    await ask(sheet.score.configure, by_name)
    await ask(sheet.score.configure, {"column_ids": [column], "true_values": ["true"], "false_values": ["false"]})
    await ask(sheet.score.recalculate)

    async def scored():
        return (await ask(sheet.score.get))["overall_score"] is not None

    await until(scored)
    assert len((await ask(sheet.versions.score_history))["score_history"]["points"]) > 0
    await ask(cards.migrate_legacy_score, *ids)
    await ask(cards.migrate_legacy_score, *ids, {"delete_legacy_score": True})
    await ask(cards.delete, *ids)


@journey
def calls_every_method():
    async def both():
        await all_of(client.tables, "blocking")
        await all_of(promptlayer.AsyncPromptLayer(**access).tables, "not blocking")

    asyncio.run(both())
    equal(methods_of(manager, scorecards) - called, set())


def answer(input):
    said = openai.OpenAI().chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": str(input)}])
    return said.choices[0].message.content


@journey
def evaluates_the_rows_of_a_table_into_it():
    table = client.tables.create({"title": "cases"})["table"]["id"]
    lines = "input,expected,topic\nx,You said: x,t\ny,nothing,t\n"
    sheet = client.tables.sheets(table).create({"title": "cases", "source": csv(lines)})["sheet"]["id"]
    own = client.tables.sheets(table).for_sheet(sheet)

    async def imported():
        return own.get()["sheet"]["row_count"] == 2

    asyncio.run(until(imported))
    scorers = [promptlayer.compare_scorer(title="same")]
    data = {"table_id": table, "sheet_id": sheet}
    result = promptlayer.evaluate("cases", dataset=data, runner=answer, scorers=scorers, table_id=table, experiment_name="first", **access)
    equal((result["table_id"], result["total_rows"], result["failed_row_indices"]), (table, 2, [1]))
    titles = [one["title"] for one in client.tables.sheets(table).list()["data"]]
    assert "first" in titles, titles


@journey
def evaluates_by_all_scorers_with_their_options():
    result = promptlayer.evaluate(
        "all scorers",
        dataset=[{"input": {"a": 1}, "expected": {"a": 1}, "absent": None, "list": [1, 2]}],
        runner=lambda input: (answer("hello"), input)[1],
        columns=[
            promptlayer.column("a", "JSON_PATH", {"source": "Output", "json_path": "$.a"}),
            promptlayer.column("either", "COALESCE", {"sources": ["absent", "input"]}),
            promptlayer.column("words", "COUNT", {"source": "either", "type": "words"}),
        ],
        scorers=[
            promptlayer.assert_valid_scorer(title="object", weight=2, required=True, pass_threshold=0.9, failure_threshold=0.1),
            promptlayer.assert_valid_scorer(title="number", type="number", thresholds={"pass": 0.5, "warn": 0.4}),
            promptlayer.compare_scorer(title="literal", expected="x"),
            promptlayer.compare_scorer(title="json", comparison_type={"type": "JSON"}),
            promptlayer.contains_scorer(title="contains", expected_column="expected"),
            promptlayer.count_scorer(title="count", type="words", min_count=1),
            promptlayer.llm_assertion_scorer(title="judge", prompt="Is {it} fine?", variable_mappings={"it": "Output"}),
            promptlayer.llm_assertion_scorer(title="judge by column", prompt_source="expected"),
            promptlayer.code_execution_column("code", code="return len(str(data['Output'])) > 1"),
            promptlayer.code_execution_column("script", code='return data["Output"] !== null', language="JAVASCRIPT"),
        ],
        include_failure_examples=True,
        **access,
    )
    passed = {one["scorer"]: one["passed"] for one in result["score_cards"]}
    equal({title for title, count in passed.items() if count == 0}, {"number", "literal"})
    steps = client.tables.sheets.scorecards.get(result["table_id"], result["sheet_id"])["scorecard"]["steps"]
    equal((steps[0]["weight"], steps[0]["required"], steps[0]["thresholds"]), (2, True, {"pass": 0.9, "warn": 0.1}))


@journey
def evaluates_by_the_managers_of_clients():
    definition = {"name": "by managers", "dataset": [{"input": "x", "expected": "You said: x"}], "scorers": [promptlayer.compare_scorer()]}

    async def runner(input):
        return answer(input)

    both = [
        client.evals.run({**definition, "runner": answer, "passing_score": 1}),
        asyncio.run(promptlayer.AsyncPromptLayer(**access).evals.run({**definition, "runner": runner})),
    ]
    for result in both:
        equal([(card["passed"], card["total"]) for card in result["score_cards"]], [(1, 1)])
    assert both[0]["table_id"] == both[1]["table_id"] and both[0]["sheet_id"] != both[1]["sheet_id"]


@journey
def leaves_a_sheet_of_its_own_where_the_runner_fails():
    def runner(input):
        if input == "y":
            raise ValueError("no")
        return answer(input)

    cases = [{"input": one, "expected": one} for one in ["x", "y"]]
    try:
        promptlayer.evaluate("failing", dataset=cases, runner=runner, scorers=[promptlayer.compare_scorer()], **access)
    except ValueError:
        table = client.tables.list({"name": "failing"})["data"][0]["id"]
        equal([one["row_count"] for one in client.tables.sheets(table).list()["data"]], [1])
        return
    raise AssertionError("it went well")


tell()
