import { readToolCalls, type ToolCall } from '../../columns/values/tool-calls.ts'
import type { Json } from '../../json/json.ts'
import { argumentProblem, type ToolSchemas } from './tool-schemas.ts'

/** A step's rule for the tool calls of a row. */
export type ToolRule =
  | { readonly kind: 'max calls'; readonly maxCalls: number }
  /** The arguments of a call are checked if its tool has a schema. */
  | { readonly kind: 'allowed'; readonly tools: readonly string[]; readonly schemas: ToolSchemas }
  /** F1 over the names of called and expected tools, counted with repeats. */
  | { readonly kind: 'overlap'; readonly expected: readonly string[] }

/** The value to score, with its evidence; null value: no tool calls to judge. */
export interface ToolFinding {
  readonly value: boolean | number | null
  readonly evidence: string
}

/** Checks the tool calls of a trace or a chat. */
export function checkTools(rule: ToolRule, source: Json): ToolFinding {
  const toolCalls = readToolCalls(source)
  if (toolCalls === null) return { value: null, evidence: 'The source has no trace and no chat' }
  const calls = toolCalls.map(({ name }) => name)
  const called = `Called: ${calls.length === 0 ? 'nothing' : calls.join(', ')}`
  switch (rule.kind) {
    case 'max calls':
      return {
        value: calls.length <= rule.maxCalls,
        evidence: `${calls.length} calls, at most ${rule.maxCalls}. ${called}`,
      }
    case 'allowed': {
      const disallowed = calls.filter((call) => !rule.tools.includes(call))
      if (disallowed.length > 0) return { value: false, evidence: `Not allowed: ${disallowed.join(', ')}` }
      return checkArguments(toolCalls, rule.schemas) ?? { value: true, evidence: called }
    }
    case 'overlap':
      return {
        value: overlap(calls, rule.expected),
        evidence: `Expected: ${rule.expected.join(', ')}. ${called}`,
      }
  }
}

/** The finding about the first call with wrong arguments, or else the first whose arguments cannot be judged. */
function checkArguments(calls: readonly ToolCall[], schemas: ToolSchemas): ToolFinding | null {
  const problems = calls.flatMap((call) => {
    const schema = schemas.get(call.name)
    return (schema && argumentProblem(call, schema)) ?? []
  })
  const problem = problems.find(({ isUnknown }) => !isUnknown) ?? problems[0]
  return problem
    ? { value: problem.isUnknown ? null : false, evidence: `Invalid call: ${problem.message}` }
    : null
}

function overlap(calls: readonly string[], expected: readonly string[]): number {
  if (calls.length + expected.length === 0) return 1
  const unmatched = [...expected]
  const hits = calls.filter((call) => {
    const index = unmatched.indexOf(call)
    if (index >= 0) unmatched.splice(index, 1)
    return index >= 0
  }).length
  return (2 * hits) / (calls.length + expected.length)
}
