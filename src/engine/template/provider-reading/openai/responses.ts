import { type Fields, isFields } from '../../../json/fields.ts'
import type { Message } from '../../blueprint/index.ts'
import { textBlock } from '../common/block.ts'
import { field, listOf, without } from '../common/json.ts'
import { assistantText, systemMessage, userMessage } from '../common/message.ts'
import { messagesOfPieces } from '../common/piece.ts'
import { chatTemplate } from '../common/template.ts'
import type { Dialect } from '../dialect.ts'
import { itemPieces } from './responses-item.ts'
import { openaiOffer } from './tool.ts'

const TEMPLATE_ARGUMENTS = ['input', 'instructions', 'tools', 'tool_choice']

/** OpenAI Responses: items instead of messages, with separate instructions. */
export const openaiResponses: Dialect = {
  input(kwargs) {
    const { offered, rest } = openaiOffer(kwargs)
    const messages = [...instructions(kwargs), ...inputMessages(field(kwargs, 'input'))]
    return {
      template: chatTemplate(messages, offered),
      parameters: { ...without(kwargs, TEMPLATE_ARGUMENTS), ...rest },
    }
  },

  output(response) {
    const output = field(response, 'output')
    if (Array.isArray(output)) return chatTemplate(messagesOfPieces('assistant', output.flatMap(itemPieces)))
    const words = field(response, 'output_text')
    return typeof words === 'string' ? chatTemplate([assistantText(words)]) : null
  },
}

function inputMessages(input: unknown): Message[] {
  if (typeof input === 'string') return [userMessage([textBlock(input)])]
  const items = isFields(input) ? [input] : listOf(input)
  return messagesOfPieces('assistant', items.flatMap(itemPieces))
}

/** Instructions become a system message; a list of items (of a stored prompt) stays a list. */
function instructions(kwargs: Fields): Message[] {
  const instructions = field(kwargs, 'instructions')
  return typeof instructions === 'string'
    ? [systemMessage([textBlock(instructions)])]
    : inputMessages(instructions)
}
