import { type Fields, isFields } from '../../json/fields.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { field, parsed } from '../reading/fields.ts'
import type { Attributes, Span } from '../span.ts'
import { isStrands, withTypedParts } from './strands.ts'

interface Conversation {
  readonly input: ChatMessage[]
  readonly output: ChatMessage[]
  /** The value of `gen_ai.system_instructions`; `tools` has the value of `gen_ai.tool.definitions`. */
  readonly instructions: unknown
  readonly tools: unknown
}

/** A conversation in events: of the span, or in a list in an attribute (Pydantic AI). */
export function messagesOfEvents(span: Span, reader: AttributeReader): Conversation {
  const listed = reader.json('events', 'all_messages_events')
  const events = [
    ...span.events.map(({ name, attributes }) => ({ name, body: bodyIn(attributes, span) })),
    ...(Array.isArray(listed) ? listed : [])
      .filter(isFields)
      .map((body) => ({ name: String(field(body, 'event.name') ?? ''), body })),
  ]
  const details = events.find(({ name }) => name === detailsEvent)?.body
  return {
    instructions: field(details, 'gen_ai.system_instructions'),
    tools: field(details, 'gen_ai.tool.definitions'),
    input: events.flatMap(({ name, body }) => inputMessages(name, body)),
    output: events.flatMap(({ name, body }) => outputMessages(name, body)),
  }
}

function bodyIn(attributes: Attributes, span: Span): Fields {
  const body: Fields = Object.fromEntries(attributes)
  return isStrands(span) ? withTypedParts(body) : body
}

const detailsEvent = 'gen_ai.client.inference.operation.details'
const message = /^gen_ai\.(system|user|assistant|tool)\.message$/

function inputMessages(name: string, body: Fields): ChatMessage[] {
  if (name === 'gen_ai.content.prompt') return messagesOf(field(body, 'gen_ai.prompt'))
  if (name === detailsEvent) return messagesOf(field(body, 'gen_ai.input.messages'))
  const role = message.exec(name)?.[1]
  return role ? messagesOf([bodyOf(body, role)], role) : []
}

function outputMessages(name: string, body: Fields): ChatMessage[] {
  if (name === 'gen_ai.content.completion') return messagesOf(field(body, 'gen_ai.completion'), 'assistant')
  if (name === detailsEvent) return messagesOf(field(body, 'gen_ai.output.messages'), 'assistant')
  return name === 'gen_ai.choice' ? messagesOf([choiceOf(body)], 'assistant') : []
}

/** The message, from the event's attributes or from JSON in one of them. */
function bodyOf(body: Fields, role: string): Fields {
  const whole = parsed(field(body, 'gen_ai.event.content', 'event.body', 'body'))
  return { role, ...body, ...(isFields(whole) ? whole : {}) }
}

function choiceOf(body: Fields): Fields {
  const whole = bodyOf(body, 'assistant')
  const inner = parsed(field(whole, 'message'))
  if (isFields(inner)) return { role: 'assistant', tool_calls: field(whole, 'tool_calls'), ...inner }
  return { ...whole, content: inner ?? field(whole, 'content') }
}
