import { type Fields, isFields } from '../../../json/fields.ts'
import type { Message, Tool } from '../../blueprint/index.ts'
import { field, has, listOf, text, without } from '../common/json.ts'
import { roleOf, systemMessage } from '../common/message.ts'
import { gatherTurn, messagesOfPieces } from '../common/piece.ts'
import { chatTemplate } from '../common/template.ts'
import {
  builtInTool,
  type Choice,
  functionChoice,
  functionTool,
  readTools,
  unreadArguments,
} from '../common/tool.ts'
import type { Dialect } from '../dialect.ts'
import { anthropicContent, anthropicPieces } from './block.ts'

const TEMPLATE_ARGUMENTS = ['messages', 'system', 'tools', 'tool_choice']

/** Anthropic's Messages API, on any host. */
export const anthropicMessages: Dialect = {
  input(kwargs) {
    const messages = [...system(kwargs), ...listOf(field(kwargs, 'messages')).flatMap(turn)]
    const { tools, unread } = readTools(listOf(field(kwargs, 'tools')), anthropicTool)
    const sentChoice = field(kwargs, 'tool_choice')
    const choice = anthropicChoice(sentChoice)
    return {
      template: chatTemplate(messages, { tools, tool_choice: choice }),
      parameters: { ...without(kwargs, TEMPLATE_ARGUMENTS), ...unreadArguments(unread, choice, sentChoice) },
    }
  },

  output(response) {
    const content = field(response, 'content')
    if (!Array.isArray(content) && field(response, 'role') !== 'assistant') return null
    return chatTemplate(messagesOfPieces('assistant', anthropicPieces(content)))
  },
}

function system(kwargs: Fields): Message[] {
  const content = anthropicContent(field(kwargs, 'system'))
  return content.length > 0 ? [systemMessage(content)] : []
}

function turn(raw: unknown): Message[] {
  return isFields(raw)
    ? gatherTurn(roleOf(field(raw, 'role')), anthropicPieces(field(raw, 'content')))
    : messagesOfPieces('user', anthropicPieces([raw]))
}

const BUILT_IN = new Map([
  ['web_search', 'web_search'],
  ['code_execution', 'code_interpreter'],
  ['bash', 'bash'],
  ['text_editor', 'text_editor'],
])

function anthropicTool(raw: Fields): Tool | null {
  if (has(raw, 'input_schema')) return functionTool(raw, 'input_schema')
  const kind = BUILT_IN.get(text(field(raw, 'type')).replace(/_\d{8}$/, ''))
  return kind === undefined ? null : builtInTool('anthropic', kind, raw, text(field(raw, 'name')) || kind)
}

/** A choice that a template cannot hold (parallel use disabled) stays a parameter. */
function anthropicChoice(raw: unknown): Choice {
  if (!isFields(raw) || has(raw, 'disable_parallel_tool_use')) return null
  const type = field(raw, 'type')
  if (type === 'any') return 'required'
  if (type === 'tool') return functionChoice(field(raw, 'name'))
  return type === 'auto' || type === 'none' ? type : null
}
