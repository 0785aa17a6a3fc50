import { type Fields, fieldsOf, isFields } from '../../../json/fields.ts'
import type { Tool } from '../../blueprint/index.ts'
import { field, has, listOf } from '../common/json.ts'
import { builtInTool, functionTool, type ToolList } from '../common/tool.ts'

const BUILT_IN = new Map([
  ['google_search', 'web_search'],
  ['google_search_retrieval', 'web_search'],
  ['code_execution', 'code_interpreter'],
  ['google_maps', 'google_maps'],
  ['url_context', 'url_context'],
  ['file_search', 'file_search'],
])

/** Gemini's tools: each object may declare functions and enable built-in tools. */
export function googleTools(list: unknown): ToolList {
  const result: ToolList = { tools: [], unread: [] }
  for (const raw of listOf(list)) {
    const tools = isFields(raw) ? toolsOf(raw) : []
    if (tools.length > 0 && tools.every((tool) => tool !== null)) result.tools.push(...tools)
    else result.unread.push(raw)
  }
  return result
}

const toolsOf = (raw: Fields): (Tool | null)[] => [
  ...listOf(field(raw, 'function_declarations')).map((declared) => declaredTool(fieldsOf(declared))),
  ...[...BUILT_IN].flatMap(([key, kind]) =>
    isFields(field(raw, key)) ? [builtInTool('google', kind, { [key]: field(raw, key) })] : [],
  ),
]

const declaredTool = (raw: Fields): Tool | null =>
  functionTool(raw, has(raw, 'parameters_json_schema') ? 'parameters_json_schema' : 'parameters')
