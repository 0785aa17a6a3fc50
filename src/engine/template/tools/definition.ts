import { FunctionTool } from '../blueprint/index.ts'

/**
 * A function in OpenAI's ({parameters}) or Anthropic's ({input_schema}) shape, as a tool; other values are
 * unchanged.
 */
export function asTool(item: unknown): unknown {
  if (item === null || typeof item !== 'object') return item
  const { type } = item as { type?: unknown }
  if (type !== undefined && type !== 'custom') return item
  const { type: _, input_schema, ...definition } = item as Record<string, unknown>
  return {
    type: 'function',
    function: input_schema === undefined ? definition : { parameters: input_schema, ...definition },
  }
}

/** The function of a definition; null if it is not a function or has no name. */
export function functionToolOf(definition: unknown): FunctionTool | null {
  const parsed = FunctionTool.safeParse(asTool(definition))
  return parsed.success && parsed.data.function.name !== '' ? parsed.data : null
}
