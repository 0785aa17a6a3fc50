import { type Fields, isFields } from '../../../json/fields.ts'
import { FunctionDefinition, type Tool } from '../../blueprint/index.ts'
import { field, listOf, text } from '../common/json.ts'
import {
  builtInTool,
  type Choice,
  functionChoice,
  functionTool,
  readTools,
  unreadArguments,
} from '../common/tool.ts'

/** Tools of the OpenAI APIs (chat completions, responses) and compatible ones. */

const BUILT_IN = [
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'mcp',
  'shell',
  'apply_patch',
]

function openaiTool(raw: Fields): Tool | null {
  const type = text(field(raw, 'type'))
  const nested = field(raw, 'function')
  if (isFields(nested)) return functionTool(nested)
  if (type === 'function') return functionTool(raw)
  const kind = BUILT_IN.find((name) => type === name || type.startsWith(`${name}_`))
  if (kind === undefined) return null
  return builtInTool('openai', kind, raw, text(field(raw, 'server_label')) || kind)
}

function openaiChoice(raw: unknown): Choice {
  if (typeof raw === 'string') return raw
  if (field(raw, 'type') !== 'function') return null
  return functionChoice(field(field(raw, 'function'), 'name') ?? field(raw, 'name'))
}

/** Tools and choice of OpenAI's arguments; `rest` are the arguments that could not be read. */
export function openaiOffer(kwargs: Fields) {
  const { tools, unread } = readTools(listOf(field(kwargs, 'tools')), openaiTool)
  const toolChoice = field(kwargs, 'tool_choice')
  const choice = openaiChoice(toolChoice)
  const functions = listOf(field(kwargs, 'functions')).flatMap((raw) => {
    const parsed = FunctionDefinition.safeParse(raw)
    return parsed.success ? [parsed.data] : []
  })
  return {
    offered: { tools, functions, tool_choice: choice, function_call: functionCallChoice(kwargs) },
    rest: unreadArguments(unread, choice, toolChoice),
  }
}

function functionCallChoice(kwargs: Fields) {
  const raw = field(kwargs, 'function_call')
  if (typeof raw === 'string') return raw
  return isFields(raw) ? { name: text(field(raw, 'name')) } : null
}
