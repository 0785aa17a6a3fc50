import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { field, listOf, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

interface Choice {
  finish: unknown
  /** The text of a message. `parts` is set once a part is no text. */
  words: string
  parts: Fields[] | null
  readonly calls: Fields[]
}

/** Collects a chat completion from chunks as the SDK spells them, with any number of choices. */
export function assembleChat(): Assembly {
  const choices = new Map<unknown, Choice>()
  let rest: Fields = {}

  function addChoice(chunk: unknown): string {
    const index = field(chunk, 'index') ?? 0
    const choice = choices.get(index) ?? { finish: null, words: '', parts: null, calls: [] }
    choices.set(index, choice)
    choice.finish = field(chunk, 'finishReason') ?? choice.finish
    const delta = field(chunk, 'delta')
    const content = field(delta, 'content')
    addContent(choice, content)
    for (const call of listOf(field(delta, 'toolCalls'))) addCall(choice.calls, fieldsOf(call))
    return index === 0 ? wordsOf(content) : ''
  }

  return {
    add(chunk) {
      const { choices: list, ...others } = fieldsOf(chunk)
      const newFields = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
      rest = { ...rest, ...Object.fromEntries(newFields) }
      return listOf(list).map(addChoice).join('')
    },
    isComplete: () =>
      choices.size > 0 && [...choices.values()].every(({ finish }) => typeof finish === 'string'),
    response: () => ({
      ...rest,
      object: 'chat.completion',
      choices: [...choices].map(([index, { finish, words, parts, calls }]) => ({
        index,
        message: {
          role: 'assistant',
          content: parts ?? words,
          ...(calls.length > 0 && { toolCalls: calls }),
        },
        finishReason: finish,
      })),
    }),
  }
}

function addContent(choice: Choice, delta: unknown): void {
  if (typeof delta === 'string' && choice.parts === null) {
    choice.words += delta
    return
  }
  const parts = typeof delta === 'string' ? [{ type: 'text', text: delta }] : listOf(delta).filter(isFields)
  if (parts.length === 0) return
  choice.parts ??= choice.words === '' ? [] : [{ type: 'text', text: choice.words }]
  for (const part of parts) addPart(choice.parts, part)
}

/** Joins neighbouring parts of one kind: texts, or texts of thoughts. */
function addPart(parts: Fields[], part: Fields): void {
  const last = parts.at(-1)
  const type = part['type']
  if (type === 'text' && last?.['type'] === 'text')
    parts[parts.length - 1] = { ...last, ...part, text: text(last['text']) + text(part['text']) }
  else if (type === 'thinking' && last?.['type'] === 'thinking')
    for (const thought of listOf(part['thinking']).filter(isFields))
      addPart(last['thinking'] as Fields[], thought)
  else if (type === 'thinking') parts.push({ ...part, thinking: listOf(part['thinking']).filter(isFields) })
  else if (type !== 'text' || part['text'] !== '') parts.push(part)
}

/** For missing fields the SDK returns the id `null` and the index 0. */
const idOf = (call: Fields) => (call['id'] === 'null' ? '' : text(call['id']))

function addCall(calls: Fields[], delta: Fields): void {
  const last = calls.at(-1)
  const isNew = last === undefined || (idOf(delta) !== '' && idOf(delta) !== idOf(last))
  if (isNew) {
    calls.push(delta)
    return
  }
  const knownFunction = fieldsOf(last['function'])
  const addedFunction = fieldsOf(delta['function'])
  calls[calls.length - 1] = {
    ...last,
    function: {
      name: text(knownFunction['name']) || text(addedFunction['name']),
      arguments: text(knownFunction['arguments']) + text(addedFunction['arguments']),
    },
  }
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => text(field(part, 'text')))
    .join('')
}
