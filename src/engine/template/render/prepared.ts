import type { PromptTemplate } from '../blueprint/index.ts'
import { slotsOf } from './slots.ts'
import type { Variables } from './variables.ts'

/**
 * Most characters of a prepared answer. Longer answers, and answers with more variables, are rendered by the
 * engine, which counts its steps.
 */
const maxLength = 64 * 1024
const maxInsertions = 1_000

/**
 * A rendered answer as JSON, cut at each variable, so that repeated reads with other values only insert the
 * values.
 */
export interface PreparedAnswer {
  /** Text before the first value, between values, and after the last. */
  readonly pieces: readonly string[]
  /** The index of the variable at each cut. */
  readonly variableIndexes: readonly number[]
  readonly names: readonly string[]
}

type Render = (variables: Variables) => string

/**
 * Values that a template might treat specially. If it does so for one of them, its answer is not prepared.
 */
const probes: readonly string[] = [
  ' \n a\t\r\n',
  '"\\/\u0000\u2028é😀',
  '{"a": [1]}',
  'https://example.com/a.png',
  'data:image/png;base64,iVBORw0KGgo=',
  '{a} {{ a }}',
]

/**
 * Prepares `render`'s answer if it only inserts values: renders a mark for each variable, then compares with `render` for all
 * probes. Null if that fails or throws. `render` returns JSON and must be pure.
 */
export function prepareAnswer(
  template: PromptTemplate,
  parameters: Readonly<Record<string, unknown>>,
  render: Render,
): PreparedAnswer | null {
  try {
    const names = slotsOf(template, parameters)
    if (!names) return null
    const all = (value: (index: number) => string): Variables =>
      Object.fromEntries(names.map((name, index) => [name, value(index)]))
    const first = render(all(() => 'a'))
    if (first.length > maxLength) return null
    const mark = freeMark(first)
    const parts = render(all((index) => `${mark}${index};`)).split(new RegExp(`${mark}(\\d+);`))
    const prepared: PreparedAnswer = {
      pieces: parts.filter((_, index) => index % 2 === 0),
      variableIndexes: parts.filter((_, index) => index % 2 === 1).map(Number),
      names,
    }
    if (prepared.variableIndexes.length > maxInsertions || loneSurrogate.test(prepared.pieces.join('')))
      return null
    const holds = probes.every((_, round) => {
      const values = all((index) => probes[(index + round) % probes.length]!)
      return fillAnswer(prepared, values) === render(values)
    })
    return holds ? prepared : null
  } catch {
    return null
  }
}

/**
 * JSON escapes lone surrogates, but a surrogate at the end of a value could form a character with one beside
 * it.
 */
const loneSurrogate = /\\ud[89a-f]/

function freeMark(text: string): string {
  let number = 0
  while (text.includes(`slot${number}-`)) number++
  return `slot${number}-`
}

/**
 * The answer for these values, equal to the rendered one. Null if it must be rendered: a value is missing, blank, or neither
 * text nor integer, or the answer becomes long.
 */
export function fillAnswer(
  { pieces, variableIndexes: variableAtCut, names }: PreparedAnswer,
  variables: Variables,
): string | null {
  const values: string[] = []
  for (const name of names) {
    const value = Object.hasOwn(variables, name) ? jsonStringContent(variables[name]) : null
    if (value === null) return null
    values.push(value)
  }
  let text = pieces[0]!
  for (let index = 0; index < variableAtCut.length; index++) {
    text += values[variableAtCut[index]!]! + pieces[index + 1]!
    if (text.length > maxLength) return null
  }
  return text
}

const nonBlank = /\S/

/** The value as it stands inside a JSON string; null if the answer must be rendered. */
function jsonStringContent(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string' || !nonBlank.test(value) || !value.isWellFormed()) return null
  return JSON.stringify(value).slice(1, -1)
}
