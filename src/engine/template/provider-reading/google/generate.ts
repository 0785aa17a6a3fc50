import { type Fields, fieldsOf, isFields } from '../../../json/fields.ts'
import type { ContentBlock, Message, Tool } from '../../blueprint/index.ts'
import { unreadBlock } from '../common/block.ts'
import { field, has, listOf, valueAt, without } from '../common/json.ts'
import { roleOf, systemMessage } from '../common/message.ts'
import { gatherTurn, messagesOfPieces, type Piece } from '../common/piece.ts'
import { chatTemplate } from '../common/template.ts'
import { builtInTool, functionTool, type ToolList } from '../common/tool.ts'
import type { Dialect } from '../dialect.ts'
import { groundingOf } from './grounding.ts'
import { googlePieces } from './part.ts'

const BUILT_IN = new Map([
  ['google_search', 'web_search'],
  ['google_search_retrieval', 'web_search'],
  ['code_execution', 'code_interpreter'],
  ['google_maps', 'google_maps'],
  ['url_context', 'url_context'],
  ['file_search', 'file_search'],
])

/** Gemini's tools: each object may declare functions and enable built-in tools. */
function googleTools(list: unknown): ToolList {
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

const TEMPLATE_ARGUMENTS = ['contents', 'history', 'message', 'prompt', 'system_instruction', 'tools']
const CONFIGS = ['generation_config', 'config']

/** Gemini through the developer API or Vertex AI, in snake or camel case; a chat or a single generation. */
export const googleGenerate: Dialect = {
  input(kwargs) {
    const sources = [kwargs, ...CONFIGS.map((name) => field(kwargs, name))].filter(isFields)
    const { tools, unread } = googleTools(sources.flatMap((source) => listOf(field(source, 'tools'))))
    const messages = [...sources.flatMap(instructions), ...conversation(kwargs)]
    return {
      template: chatTemplate(messages, { tools }),
      parameters: { ...tuning(kwargs), ...(unread.length > 0 ? { tools: unread } : {}) },
    }
  },

  output(response) {
    const candidates = field(response, 'candidates')
    if (Array.isArray(candidates)) return chatTemplate(candidates.flatMap(candidateMessages))
    // A blocked prompt has no candidates.
    return isFields(field(response, 'prompt_feedback')) ? chatTemplate([]) : null
  },
}

/** Each candidate is a separate message. */
function candidateMessages(candidate: unknown): Message[] {
  const pieces = googlePieces(valueAt(candidate, 'content', 'parts'), 'output')
  const grounding = groundingOf(candidate)
  return messagesOfPieces(
    'assistant',
    pieces.map((piece) => annotated(piece, grounding)),
  )
}

/** All grounding is attached to every text, because Gemini's indexes do not name a part. */
function annotated(piece: Piece, grounding: ReturnType<typeof groundingOf>): Piece {
  if (grounding.length === 0 || !('block' in piece) || piece.block.type !== 'text') return piece
  return { block: { ...piece.block, annotations: [...(piece.block.annotations ?? []), ...grounding] } }
}

function instructions(source: Fields): Message[] {
  const instruction = field(source, 'system_instruction')
  const parts = isFields(instruction) && has(instruction, 'parts') ? field(instruction, 'parts') : instruction
  const content = blocksOf(googlePieces(parts, 'input'))
  return content.length > 0 ? [systemMessage(content)] : []
}

const blocksOf = (pieces: Piece[]): ContentBlock[] =>
  pieces.map((piece) => ('block' in piece ? piece.block : unreadBlock(Object.values(piece)[0])))

/** The history followed by the last message, or the contents of one generation. */
const conversation = (kwargs: Fields): Message[] => [
  ...contents(field(kwargs, 'history')),
  ...contents(field(kwargs, 'contents')),
  ...contents(field(kwargs, 'message')),
  ...contents(field(kwargs, 'prompt')),
]

/** Contents with roles, or parts that form one user message. */
function contents(contentsInput: unknown): Message[] {
  if (contentsInput === null || contentsInput === undefined) return []
  const list = Array.isArray(contentsInput) ? contentsInput : [contentsInput]
  if (!list.some((item) => has(item, 'parts'))) return messagesOfPieces('user', googlePieces(list, 'input'))
  return list.flatMap((item) => {
    if (!has(item, 'parts')) return messagesOfPieces('user', googlePieces(item, 'input'))
    return gatherTurn(roleOf(field(item, 'role') ?? 'user'), googlePieces(field(item, 'parts'), 'input'))
  })
}

/** The arguments that the template does not hold, including those inside the configuration. */
const tuning = (kwargs: Fields): Fields =>
  Object.fromEntries(
    Object.entries(without(kwargs, TEMPLATE_ARGUMENTS)).map(([name, value]) => [
      name,
      isFields(value) && [...CONFIGS, 'generationConfig'].includes(name)
        ? without(value, ['system_instruction', 'tools'])
        : value,
    ]),
  )
