import { Tool } from '../blueprint/index.ts'
import type { Loc } from '../places.ts'
import { templateError } from './variables.ts'

/** A bare function, in OpenAI's ({parameters}) or Anthropic's ({input_schema}) shape, as a tool. */
function asTool(item: unknown): unknown {
  if (item === null || typeof item !== 'object') return item
  const { type } = item as { type?: unknown }
  if (type !== undefined && type !== 'custom') return item
  const { type: _, input_schema, ...definition } = item as Record<string, unknown>
  return {
    type: 'function',
    function: input_schema === undefined ? definition : { parameters: input_schema, ...definition },
  }
}

/**
 * The tools that a variable tool stands for: a list of functions {name, description, parameters},
 * the same with `input_schema` for `parameters`, or complete tools. A single one may come without a
 * list. Variable tools inside the list are refused, so that a value cannot name another variable.
 * Source: reference 4.6.
 * @throws Refusal 'template_error' for an item that is none of these.
 */
export function variableTools(value: unknown, loc: Loc): Tool[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map((item, index) => {
    const parsed = Tool.safeParse(asTool(item))
    if (parsed.success && parsed.data.type !== 'variable') return parsed.data
    const reason = parsed.error?.issues[0]?.message ?? 'a variable cannot stand for another variable'
    throw templateError(`Item ${index} of the tools given is not a tool: ${reason}`, loc)
  })
}
