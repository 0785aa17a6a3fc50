import type { PromptTemplate } from '../blueprint/index.ts'
import { slotsOf } from './slots.ts'
import type { Variables } from './variables.ts'

/** Longer answers, and those with more places for values, are left to the engine, which counts what it does. */
const longest = 64 * 1024
const mostPlaces = 1_000

/**
 * An answer with the variables of a template rendered, as JSON, cut at every place where a value stands. A template is
 * served again and again with other values: only they are written anew.
 */
export interface PreparedAnswer {
  /** The text before the first value, between any two, and behind the last. */
  readonly pieces: readonly string[]
  /** For each place the index of its variable. */
  readonly places: readonly number[]
  readonly names: readonly string[]
}

type Render = (variables: Variables) => string

/** Values that an answer might treat unlike others: one that does is not prepared. */
const probes: readonly string[] = [
  ' \n a\t\r\n',
  '"\\/\u0000\u2028é😀',
  '{"a": [1]}',
  'https://example.com/a.png',
  'data:image/png;base64,iVBORw0KGgo=',
  '{a} {{ a }}',
]

/**
 * What `render` answers, prepared, when all it does with the values is to put them in: found out by rendering a mark for
 * each variable, and held against `render` with values of every kind. Null when it cannot be prepared, also when
 * it throws. `render` gives JSON and says nothing of how often it is asked.
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
    if (first.length > longest) return null
    const mark = freeMark(first)
    const parts = render(all((index) => `${mark}${index};`)).split(new RegExp(`${mark}(\\d+);`))
    const prepared: PreparedAnswer = {
      pieces: parts.filter((_, index) => index % 2 === 0),
      places: parts.filter((_, index) => index % 2 === 1).map(Number),
      names,
    }
    if (prepared.places.length > mostPlaces || loneSurrogate.test(prepared.pieces.join(''))) return null
    const holds = probes.every((_, round) => {
      const values = all((index) => probes[(index + round) % probes.length]!)
      return fillAnswer(prepared, values) === render(values)
    })
    return holds ? prepared : null
  } catch {
    return null
  }
}

/** In JSON they are escaped; beside a value the two halves of a character would meet. */
const loneSurrogate = /\\ud[89a-f]/

function freeMark(text: string): string {
  let number = 0
  while (text.includes(`slot${number}-`)) number++
  return `slot${number}-`
}

/**
 * The answer for these values, the same text as rendering gives; null when they have to be rendered: one is missing, is
 * no text or whole number, has nothing to show, or the answer becomes long.
 */
export function fillAnswer({ pieces, places, names }: PreparedAnswer, variables: Variables): string | null {
  const written: string[] = []
  for (const name of names) {
    const value = Object.hasOwn(variables, name) ? asWritten(variables[name]) : null
    if (value === null) return null
    written.push(value)
  }
  let text = pieces[0]!
  for (let index = 0; index < places.length; index++) {
    text += written[places[index]!]! + pieces[index + 1]!
    if (text.length > longest) return null
  }
  return text
}

const visible = /\S/

/** As it stands within a text of JSON. */
function asWritten(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string' || !visible.test(value) || !value.isWellFormed()) return null
  return JSON.stringify(value).slice(1, -1)
}
