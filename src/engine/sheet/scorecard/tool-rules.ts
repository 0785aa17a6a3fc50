import { toolCalls } from '../../columns/values/tool-calls.ts'
import type { Json } from '../../json/json.ts'

/** A step's rule for the tool calls of a row. */
export type ToolRule =
  | { readonly kind: 'max calls'; readonly most: number }
  | { readonly kind: 'allowed'; readonly tools: readonly string[] }
  /** F1 over the names of called and expected tools, counted with repeats. */
  | { readonly kind: 'overlap'; readonly expected: readonly string[] }

/** The value to score, with its evidence; null value: no tool calls to judge. */
export interface ToolFinding {
  readonly value: boolean | number | null
  readonly evidence: string
}

/** Checks the tool calls of a trace or a chat. */
export function checkTools(rule: ToolRule, source: Json): ToolFinding {
  const calls = toolCalls(source)
  if (calls === null) return { value: null, evidence: 'The source has no trace and no chat' }
  const called = `Called: ${calls.length === 0 ? 'nothing' : calls.join(', ')}`
  switch (rule.kind) {
    case 'max calls':
      return {
        value: calls.length <= rule.most,
        evidence: `${calls.length} calls, at most ${rule.most}. ${called}`,
      }
    case 'allowed': {
      const wrong = calls.filter((call) => !rule.tools.includes(call))
      return {
        value: wrong.length === 0,
        evidence: wrong.length === 0 ? called : `Not allowed: ${wrong.join(', ')}`,
      }
    }
    case 'overlap':
      return {
        value: overlap(calls, rule.expected),
        evidence: `Expected: ${rule.expected.join(', ')}. ${called}`,
      }
  }
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
