import type { ContentBlock, PromptTemplate } from '../../blueprint/index.ts'
import { attachmentOf, urlOf } from '../common/attachment.ts'
import { type Kwargs, present, undefinedIfEmpty } from '../common/kwargs.ts'
import { functionsOf, offeredTools } from '../common/offer.ts'
import { plainText } from '../common/plain-text.ts'
import { type Turn, turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { textParts } from '../openai/chat-parts.ts'
import { chatCall, chatChoice, functionTool } from '../openai/chat-tools.ts'
import { mistralId } from './mistral-id.ts'

/**
 * `mistral.chat.complete` in snake case (the JavaScript SDK converts keys). As OpenAI chat, except: no developer role, own
 * chunks for documents and audio, call ids of nine characters, and `any` for a required tool. A completion template is one user
 * message, because Mistral has no text completion; the SDK does not run it.
 */
export const mistral: WireForm = {
  messages: (template) => ({ messages: turnsOf(template).map(messageOf) }),
  call: (template, model) =>
    assembleKwargs(model, mistral.messages(template), offered(template), model.parameters),
}

const messageOf = (turn: Turn): Kwargs => {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: turn.content.flatMap(chunkOf) }
    case 'assistant': {
      const calls = turn.calls.map((call) => chatCall(call, mistralId(call.id)))
      return present({
        role: 'assistant',
        content: textParts(turn.content),
        tool_calls: undefinedIfEmpty(calls),
      })
    }
    case 'tool':
      return {
        role: 'tool',
        name: turn.name,
        content: textParts(turn.content),
        tool_call_id: mistralId(turn.callId),
      }
    default:
      return { role: 'system', content: textParts(turn.content) }
  }
}

const chunkOf = (block: ContentBlock): Kwargs[] => {
  const attachment = attachmentOf(block)
  switch (attachment?.kind) {
    case 'image': {
      const { detail } = attachment
      return [{ type: 'image_url', image_url: present({ url: urlOf(attachment), detail }) }]
    }
    case 'file':
      return [
        present({ type: 'document_url', document_url: urlOf(attachment), document_name: attachment.title }),
      ]
    case 'audio': {
      const { source } = attachment
      return [{ type: 'input_audio', input_audio: 'url' in source ? source.url : source.data }]
    }
    default: {
      const text = plainText(block)
      return text === null ? [] : [{ type: 'text', text }]
    }
  }
}

const offered = (template: PromptTemplate): Kwargs =>
  offeredTools(
    template,
    (offer) => functionsOf(offer).map(functionTool),
    (choice) => (choice === 'required' ? 'any' : chatChoice(choice)),
  )
