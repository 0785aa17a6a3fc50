import { align } from '../../../engine/template/diff/index.ts'
import type { Answer } from '../../api/index.ts'
import { contentText, messagesOf, roleName, type ShownMessage } from '../messages.ts'
import { valueText } from '../value-text.ts'

type Request = Answer<'readRequest'>

/** A part of two requests as texts; null if a request does not have the part. */
export interface PartPair {
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

export interface Group {
  readonly title: string
  readonly parts: readonly PartPair[]
}

export const isDifferent = ({ before, after }: PartPair): boolean => before !== after

/** All texts of two requests in pairs, in groups. Groups without parts are left out. */
export function groupsOf(a: Request, b: Request): readonly Group[] {
  const [from, to] = [splitOf(a), splitOf(b)]
  const groups = [
    { title: 'Error', parts: pairOf('Error', errorOf(a), errorOf(b)) },
    { title: 'Output', parts: pairOf('Output', textOf(from.output), textOf(to.output)) },
    { title: 'Input', parts: messagePairs(from.input, to.input) },
    { title: 'Variables', parts: fieldPairs(a.prompt_input_variables, b.prompt_input_variables) },
    { title: 'Model parameters', parts: fieldPairs(parametersOf(a), parametersOf(b)) },
  ]
  return groups.filter(({ parts }) => parts.length > 0)
}

const pairOf = (title: string, before: string | null, after: string | null): PartPair[] =>
  before === null && after === null ? [] : [{ title, before, after }]

const errorOf = ({ error_type, error_message }: Request): string | null =>
  [error_type, error_message].filter(Boolean).join(': ') || null

const textOf = (message: ShownMessage | null) => message && contentText(message)

/** The messages of a request before the answer of the model, and the answer, which is the last message. */
function splitOf(request: Request) {
  const messages = messagesOf(request)
  const last = messages.at(-1)
  const isAnswered = last?.role === 'assistant' || last?.role === 'completion'
  return isAnswered ? { input: messages.slice(0, -1), output: last } : { input: messages, output: null }
}

/** Pairs equal messages, and between them messages of the same role. */
function messagePairs(before: readonly ShownMessage[], after: readonly ShownMessage[]): PartPair[] {
  const pairs: PartPair[] = []
  let [left, right] = [0, 0]
  const addPair = (from: ShownMessage | undefined, to: ShownMessage | undefined) =>
    pairs.push({
      title: roleName((from ?? to)!),
      before: from ? contentText(from) : null,
      after: to ? contentText(to) : null,
    })
  for (const [leftEnd, rightEnd] of [...align(before, after), [before.length, after.length] as const]) {
    while (left < leftEnd) addPair(before[left++], undefined)
    while (right < rightEnd) addPair(undefined, after[right++])
    if (leftEnd < before.length && rightEnd < after.length) addPair(before[left++], after[right++])
  }
  return pairs
}

type Fields = Readonly<Record<string, unknown>>

function fieldPairs(before: Fields, after: Fields): PartPair[] {
  const textAt = (fields: Fields, name: string) =>
    Object.hasOwn(fields, name) ? valueText(fields[name]) : null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((title) => ({
    title,
    before: textAt(before, title),
    after: textAt(after, title),
  }))
}

function parametersOf({ prompt_blueprint }: Request): Fields {
  const metadata = prompt_blueprint.metadata as { model?: { parameters?: Fields } | null } | null | undefined
  return metadata?.model?.parameters ?? {}
}
