import { type Fields, fieldsOf, isFields } from '../../json/fields.ts'
import type { PromptTemplate } from '../blueprint/index.ts'
import { textBlock, unreadBlock } from './common/block.ts'
import { field, firstField, isText, listOf, valueAt } from './common/json.ts'
import { assistantMessage, assistantText } from './common/message.ts'
import { chatTemplate } from './common/template.ts'
import type { Dialect } from './dialect.ts'
import { openaiAnswer } from './openai/message.ts'

const emptyChat = (): PromptTemplate => chatTemplate([])

/**
 * An answer of an unknown API: LangChain's generations and messages, Ollama's, a text, a list of chunks. Errors and
 * empty answers give nothing; anything else is kept as text.
 */
export function looseAnswer(response: unknown, dialects: readonly Dialect[]): PromptTemplate {
  if (response === null || response === undefined) return emptyChat()
  if (typeof response === 'string') return chatTemplate([assistantText(response)])
  if (Array.isArray(response)) return listAnswer(response)
  if (!isFields(response)) return chatTemplate([assistantMessage([unreadBlock(response)])])
  for (const dialect of dialects) {
    const answer = dialect.output(response, {})
    if (answer !== null) return answer
  }
  return objectAnswer(response)
}

function objectAnswer(response: Fields): PromptTemplate {
  const nested = valueAt(firstGeneration(response), 'message', 'kwargs') ?? field(response, 'kwargs')
  if (isFields(nested)) return chatTemplate([openaiAnswer(nested)])
  const words = firstField(firstGeneration(response) ?? response, TEXT_KEYS, isText)
  if (words !== undefined) return chatTemplate([assistantMessage([textBlock(words)])])
  if (Object.keys(response).length === 0 || isFields(field(response, 'error'))) return emptyChat()
  return chatTemplate([assistantMessage([unreadBlock(response)])])
}

const TEXT_KEYS = ['generated_text', 'text', 'content', 'response', 'output_text', 'output', 'result']

const firstGeneration = (response: Fields): unknown =>
  [field(response, 'generations')].flat(2).find((generation) => isFields(generation))

/** The assistant's messages of a list, or all if no message has a role. */
function listAnswer(list: unknown[]): PromptTemplate {
  const messages = listOf(list).filter((item) => isFields(item) && field(item, 'content') !== undefined)
  if (messages.length > 0) return chatTemplate(messages.map((item) => openaiAnswer(fieldsOf(item))))
  return list.length === 0 ? emptyChat() : chatTemplate([assistantMessage([unreadBlock(list)])])
}
