import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { count, field, listOf, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Fields whose text arrives in pieces. Null pieces are skipped. */
const growing = ['content', 'refusal', 'reasoning_content', 'reasoning']

interface Choice {
  readonly index: number
  readonly message: Map<string, unknown>
  readonly calls: Map<number, Map<string, unknown>>
  readonly logprobs: Map<string, unknown>
  finish: unknown
}

/** Collects the chunks of a chat completion: all choices, and tool calls by index. */
export function assembleChat(): Assembly {
  const choices = new Map<number, Choice>()
  let last: Fields | null = null
  const envelope = new Map<string, unknown>()

  function choiceAt(index: number): Choice {
    const choice = choices.get(index)
    if (choice) return choice
    const newChoice = { index, message: new Map(), calls: new Map(), logprobs: new Map(), finish: null }
    choices.set(index, newChoice)
    return newChoice
  }

  return {
    add(chunk) {
      if (!isFields(chunk)) return ''
      last = chunk
      for (const name of [
        'id',
        'created',
        'model',
        'system_fingerprint',
        'service_tier',
        'provider',
        'usage',
      ])
        if (chunk[name] !== undefined && chunk[name] !== null) envelope.set(name, chunk[name])
      let added = ''
      for (const part of listOf(chunk['choices']).filter(isFields)) {
        const choice = choiceAt(count(part['index']))
        const delta = field(part, 'delta')
        if (isFields(delta)) addDelta(choice, delta)
        if (isFields(part['logprobs'])) addLists(choice.logprobs, part['logprobs'])
        if (part['finish_reason']) choice.finish = part['finish_reason']
        if (choice.index === 0) added += text(field(delta, 'content')) + text(field(delta, 'refusal'))
      }
      return added
    },
    isComplete: () => choices.size > 0 && [...choices.values()].every(({ finish }) => finish !== null),
    response() {
      if (!last || choices.size === 0) return null
      return {
        id: '',
        object: 'chat.completion',
        ...Object.fromEntries(envelope),
        choices: [...choices.values()].sort((a, b) => a.index - b.index).map(wholeChoice),
      }
    },
  }
}

function addDelta({ message, calls }: Choice, delta: Fields) {
  for (const [name, value] of Object.entries(delta)) {
    if (value === null || value === undefined) continue
    if (name === 'tool_calls') for (const call of listOf(value).filter(isFields)) addCall(calls, call)
    else if (growing.includes(name)) message.set(name, text(message.get(name)) + text(value))
    else if (name === 'audio' && isFields(value)) message.set(name, withAudio(message.get(name), value))
    else if (name === 'function_call' && isFields(value))
      message.set(name, joinedCall(message.get(name), value))
    else if (Array.isArray(value)) append(message, name, value)
    else message.set(name, value)
  }
}

/** Some providers send whole calls without an index. */
function addCall(calls: Map<number, Map<string, unknown>>, part: Fields) {
  const index = typeof part['index'] === 'number' ? part['index'] : calls.size
  const call = calls.get(index) ?? new Map<string, unknown>()
  calls.set(index, call)
  for (const [name, value] of Object.entries(part)) {
    if (name === 'index' || value === null || value === undefined) continue
    if (isFields(value)) call.set(name, joinedCall(call.get(name), value))
    else if (value !== '') call.set(name, value)
  }
}

/** Appends to name and arguments of a function, or to name and input of a custom tool. */
function joinedCall(before: unknown, part: Fields): Fields {
  const joined = new Map(isFields(before) ? Object.entries(before) : [])
  for (const [name, value] of Object.entries(part))
    joined.set(name, typeof value === 'string' ? text(joined.get(name)) + value : value)
  return Object.fromEntries(joined)
}

function withAudio(before: unknown, part: Fields): Fields {
  const { id, expires_at } = part
  return {
    ...(isFields(before) ? before : {}),
    ...(id !== undefined && { id }),
    ...(expires_at !== undefined && { expires_at }),
    data: text(field(before, 'data')) + text(part['data']),
    transcript: text(field(before, 'transcript')) + text(part['transcript']),
  }
}

function addLists(lists: Map<string, unknown>, part: Fields) {
  for (const [name, value] of Object.entries(part)) if (Array.isArray(value)) append(lists, name, value)
}

/** Appends in place, because copying for each token would take quadratic time. */
function append(lists: Map<string, unknown>, name: string, values: readonly unknown[]) {
  const list = listOf(lists.get(name))
  for (const value of values) list.push(value)
  lists.set(name, list)
}

function wholeChoice({ index, message, calls, logprobs, finish }: Choice) {
  const toolCalls = [...calls].sort(([a], [b]) => a - b).map(([, call]) => Object.fromEntries(call))
  const fields = Object.fromEntries(message)
  const content = fields['content'] === '' && toolCalls.length > 0 ? null : (fields['content'] ?? null)
  return {
    index,
    finish_reason: finish,
    logprobs: logprobs.size > 0 ? Object.fromEntries(logprobs) : null,
    message: {
      ...fields,
      role: 'assistant',
      content,
      refusal: fields['refusal'] ?? null,
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    },
  }
}
