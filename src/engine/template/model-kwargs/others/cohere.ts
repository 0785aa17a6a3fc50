import type { ContentBlock, PromptTemplate } from '../../blueprint/index.ts'
import { attachmentOf, urlOf } from '../common/attachment.ts'
import { type Kwargs, present, undefinedIfEmpty } from '../common/kwargs.ts'
import { functionsOf, offerOf } from '../common/offer.ts'
import { plainText, textsOf } from '../common/plain-text.ts'
import { responseFormatOf } from '../common/response-format.ts'
import { type AssistantTurn, type Turn, turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { textParts } from '../openai/chat-parts.ts'
import { chatCall } from '../openai/chat-tools.ts'

/**
 * `cohere.v2.chat` (CohereClientV2): messages like OpenAI's, tool_choice REQUIRED or NONE, JSON output as {type json_object,
 * schema}. Version 1's chat_history is deprecated and not supported. PromptLayer does not document this form, and its SDK does
 * not run it.
 */
export const cohere: WireForm = {
  messages: (template) => ({ messages: turnsOf(template).map(messageOf) }),

  call: (template, model) =>
    assembleKwargs(
      model,
      cohere.messages(template),
      offered(template),
      model.parameters,
      formatOf(model.parameters),
    ),
}

const messageOf = (turn: Turn): Kwargs => {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: turn.content.flatMap(partOf) }
    case 'assistant':
      return assistantOf(turn)
    case 'tool':
      return { role: 'tool', tool_call_id: turn.callId, content: textParts(turn.content) }
    default:
      return { role: 'system', content: textParts(turn.content) }
  }
}

/** Cohere calls text beside tool calls the plan for them. */
const assistantOf = ({ content, calls }: AssistantTurn): Kwargs => {
  const texts = textsOf(content)
  if (calls.length === 0) return { role: 'assistant', content: textParts(content) }
  return present({
    role: 'assistant',
    tool_plan: texts.length > 0 ? texts.join('\n') : null,
    tool_calls: calls.map((call) => chatCall(call)),
  })
}

const partOf = (block: ContentBlock): Kwargs[] => {
  const attachment = attachmentOf(block)
  if (attachment?.kind === 'image') {
    return [{ type: 'image_url', image_url: present({ url: urlOf(attachment), detail: attachment.detail }) }]
  }
  const text = plainText(block)
  return text === null ? [] : [{ type: 'text', text }]
}

/** Cohere cannot force one tool, so a chosen tool is the only one offered. */
const offered = (template: PromptTemplate): Kwargs => {
  const { tools, choice } = offerOf(template)
  const functions = functionsOf({ tools, choice })
  const toolName = typeof choice === 'object' ? choice?.name : null
  const chosen = functions.filter(({ name }) => !toolName || name === toolName)
  const sentTools = undefinedIfEmpty(
    chosen.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { ...present({ name, description }), parameters },
    })),
  )
  const sentChoice = choice === 'none' ? 'NONE' : choice === 'required' || toolName ? 'REQUIRED' : null
  return present({ tools: sentTools, tool_choice: sentTools && sentChoice })
}

/** Cohere's own response_format passes unchanged. */
const formatOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  if (format?.type !== 'json_schema') return {}
  return { response_format: { type: 'json_object', schema: format.schema } }
}
