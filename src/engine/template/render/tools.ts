import { Tool } from '../blueprint/index.ts'
import type { Loc } from '../places.ts'
import { asTool } from '../tools/index.ts'
import { templateError } from './variables.ts'

/**
 * The tools for a variable tool: a list of functions {name, description, parameters or input_schema}, or of complete tools; a
 * single one needs no list. Variable tools in the list are refused, so that a value cannot name another variable.
 * Source: reference 4.6.
 * @throws Refusal 'template_error' for other items.
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
