import assert from 'node:assert/strict'
import { type ContentBlock, contentOf, type Message, PromptTemplate } from '../blueprint/index.ts'
import { text, valueAt } from './common/json.ts'
import {
  displayParams,
  finishReasonOf,
  messagesOf,
  type ProviderCall,
  type ProviderReading,
  readProviderCall,
} from './index.ts'

/** Reads a call and checks that its templates are valid. */
export function readCall(call: Partial<ProviderCall>) {
  const reading = readProviderCall({
    providerType: null,
    functionName: '',
    args: [],
    kwargs: {},
    response: {},
    ...call,
  })
  for (const template of [reading.template, reading.input, reading.output]) {
    assert.deepEqual(PromptTemplate.parse(template), template)
  }
  return {
    ...reading,
    displayParams: displayParams(reading.parameters),
    finishReason: finishReasonOf(call.response),
    inputText: textIn(reading.input),
    outputText: textIn(reading.output),
  }
}

/** The texts of a template, one block a line; tool calls as JSON if there is no text. */
export function textIn(template: PromptTemplate): string {
  const words = contentOf(template)
    .map(blockText)
    .filter((line) => line !== '')
  if (words.length > 0) return words.join('\n')
  const calls = messagesOf(template).flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  )
  return calls.length > 0 ? JSON.stringify(calls.map((call) => call.function)) : ''
}

const blockText = (block: ContentBlock): string =>
  block.type === 'text' ? block.text : text(valueAt(block, 'provider_metadata', 'transcript'))

export function messages(template: PromptTemplate): Message[] {
  assert.equal(template.type, 'chat')
  return template.type === 'chat' ? template.messages : []
}

/** The only message of the output. */
export function answer(reading: ProviderReading) {
  const [message, ...others] = messages(reading.output)
  assert.equal(others.length, 0)
  assert.ok(message?.role === 'assistant')
  return message
}

/** Blocks without null fields. */
export const withoutNulls = (blocks: ContentBlock[] | null | undefined) =>
  (blocks ?? []).map((block) =>
    Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null)),
  )

/** Role and text of each message. */
export const outline = (template: PromptTemplate): string[] =>
  messages(template).map(
    (message) =>
      `${message.role}: ${(message.content ?? []).map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('|')}`,
  )
