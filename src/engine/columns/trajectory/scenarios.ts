import type { Json, JsonObject } from '../json.ts'
import { isList, isObject, toJson } from '../values/coercions.ts'

const PREFIX = 'Tool: '

type Scenarios = readonly (readonly string[])[]

/**
 * Lists of names of tools, any of which will do: `[["a", "b"]]`, `["a", "b"]` for a single one,
 * `{accepted_scenarios: [{required_tools: […]}]}`, or JSON text of these. Null for everything else.
 */
export function readScenarios(found: Json): Scenarios | null {
  const read = toJson(found)
  if (isObject(read))
    return read['accepted_scenarios'] === undefined ? null : readScenarios(read['accepted_scenarios'])
  if (!isList(read)) return null
  if (read.length === 0) return [[]]
  if (read.every((item) => typeof item === 'string')) return [read]
  const scenarios: (readonly string[])[] = []
  for (const item of read) {
    const tools = isObject(item) ? item['required_tools'] : item
    if (!isList(tools) || !tools.every((tool) => typeof tool === 'string')) return null
    scenarios.push(tools)
  }
  return scenarios
}

/** The tools of a trace's spans in the order of time; null when there are no spans to look at. */
export function takenTools(found: Json): readonly string[] | null {
  const read = toJson(found)
  const spans = isList(read) ? read : isObject(read) && isList(read['spans']) ? read['spans'] : null
  if (spans === null) return null
  const calls = flattened(spans).filter((span) => nameOf(span).startsWith(PREFIX))
  return calls
    .map((span, index) => ({ tool: nameOf(span).slice(PREFIX.length), start: startOf(span), index }))
    .sort((one, other) => one.start - other.start || one.index - other.index)
    .map(({ tool }) => tool)
}

/** Spans may stand inside each other, as a tree of them is shown. */
function flattened(spans: readonly Json[]): JsonObject[] {
  const all: JsonObject[] = []
  const left = [...spans].reverse()
  for (let span = left.pop(); span !== undefined; span = left.pop()) {
    if (!isObject(span)) continue
    all.push(span)
    const children = span['children']
    if (isList(children))
      for (let index = children.length - 1; index >= 0; index--) left.push(children[index]!)
  }
  return all
}

function nameOf(span: JsonObject): string {
  return typeof span['name'] === 'string' ? span['name'] : ''
}

/** A number, digits or a date; spans without one keep the order they came in. */
function startOf(span: JsonObject): number {
  const found = span['start_time'] ?? span['start'] ?? span['start_time_unix_nano'] ?? 0
  if (typeof found === 'number') return found
  if (typeof found !== 'string') return 0
  const number = Number(found)
  const time = Number.isNaN(number) ? Date.parse(found) : number
  return Number.isNaN(time) ? 0 : time
}
