import type { JsonSchema, OfferedTool } from '../../question.ts'

// biome-ignore lint/suspicious/noExplicitAny: any body that a client sent.
type Any = any

/** The texts of a content: a string, or a list of parts. */
export const textsOf = (content: Any): string =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : []).map((part: Any) => part?.text ?? '').join('')

/** Functions offered to chat completions (nested) or responses (flat); none when the caller forbids them. */
export function toolsOf({ tools, tool_choice }: Any): OfferedTool[] {
  if (tool_choice === 'none' || !Array.isArray(tools)) return []
  const functions = tools
    .filter((tool: Any) => tool.type === 'function')
    .map((tool: Any) => tool.function ?? tool)
  const chosen = tool_choice?.function?.name ?? tool_choice?.name
  return functions
    .filter((definition: Any) => chosen === undefined || definition.name === chosen)
    .map((definition: Any) => ({ name: definition.name, parameters: definition.parameters ?? {} }))
}

/** The JSON schema in `format`, nested as chat completions have it, or flat as responses have it. */
export function schemaOf(format: Any): JsonSchema | null {
  if (format?.type === 'json_object') return { type: 'object', properties: {} }
  return format?.type === 'json_schema' ? (format.json_schema?.schema ?? format.schema ?? null) : null
}
