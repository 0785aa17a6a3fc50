import {
  type Fields,
  field,
  fieldsOf,
  isFields,
  listOf,
  text,
} from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Puts a chat completion together that a stream tells in chunks of the SDK's spelling; any number of choices. */
export function assembleChat(): Assembly {
  const choices = new Map<unknown, Fields>()
  let rest: Fields = {}

  function addChoice(chunk: unknown): string {
    const { delta, ...said } = fieldsOf(chunk)
    const index = said['index'] ?? 0
    const choice = choices.get(index) ?? {
      index,
      message: { role: 'assistant', content: null },
      finishReason: null,
    }
    const told = Object.entries(said).filter(([, value]) => value !== null && value !== undefined)
    choices.set(index, {
      ...choice,
      ...Object.fromEntries(told),
      message: withDelta(fieldsOf(choice['message']), fieldsOf(delta)),
    })
    return index === 0 ? wordsOf(field(delta, 'content')) : ''
  }

  function withDelta(message: Fields, delta: Fields): Fields {
    const next = { ...message }
    for (const [name, value] of Object.entries(delta)) {
      if (value === null || value === undefined) continue
      if (name === 'content') next['content'] = withContent(message['content'], value)
      else if (name === 'toolCalls')
        next['toolCalls'] = listOf(value).reduce<unknown[]>(withCall, listOf(message['toolCalls']))
      else if (name !== 'role' && typeof value === 'string') next[name] = text(message[name]) + value
      else next[name] = value
    }
    return next
  }

  return {
    add(chunk) {
      const { choices: list, ...others } = fieldsOf(chunk)
      const told = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
      rest = { ...rest, ...Object.fromEntries(told) }
      return listOf(list).map(addChoice).join('')
    },
    isComplete: () =>
      choices.size > 0 && [...choices.values()].every((choice) => typeof choice['finishReason'] === 'string'),
    response: () => ({ ...rest, object: 'chat.completion', choices: [...choices.values()] }),
  }
}

/** Content is text, or a list of parts (Mistral's thoughts) whose neighbours of one kind belong together. */
function withContent(sofar: unknown, delta: unknown): unknown {
  if (typeof delta === 'string' && !Array.isArray(sofar)) return text(sofar) + delta
  const parts = typeof delta === 'string' ? [{ type: 'text', text: delta }] : listOf(delta)
  const before = typeof sofar === 'string' && sofar !== '' ? [{ type: 'text', text: sofar }] : listOf(sofar)
  return parts.reduce<unknown[]>(withPart, before)
}

function withPart(parts: unknown[], part: unknown): unknown[] {
  const last = parts.at(-1)
  if (!isFields(last) || !isFields(part) || last['type'] !== part['type']) return [...parts, part]
  if (part['type'] === 'text')
    return [...parts.slice(0, -1), { ...last, ...part, text: text(last['text']) + text(part['text']) }]
  if (part['type'] !== 'thinking') return [...parts, part]
  const thinking = listOf(part['thinking']).reduce<unknown[]>(withPart, listOf(last['thinking']))
  return [...parts.slice(0, -1), { ...last, ...part, thinking }]
}

/** Mistral's SDK puts `null` in the place of an id, and 0 of an index, that a chunk does not have. */
const idOf = (call: unknown) => (field(call, 'id') === 'null' ? '' : text(field(call, 'id')))

function withCall(sofar: unknown[], delta: unknown): unknown[] {
  const index = field(delta, 'index') ?? sofar.length
  const at = sofar.findLastIndex((call) => (field(call, 'index') ?? 0) === index)
  const known = sofar[at]
  const isNew = known === undefined || (idOf(delta) !== '' && idOf(delta) !== idOf(known))
  if (isNew) return [...sofar, delta]
  const before = fieldsOf(field(known, 'function'))
  const after = fieldsOf(field(delta, 'function'))
  const joined = {
    ...fieldsOf(known),
    function: {
      name: text(before['name']) || text(after['name']),
      arguments: text(before['arguments']) + text(after['arguments']),
    },
  }
  return sofar.with(at, joined)
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => text(field(part, 'text')))
    .join('')
}
