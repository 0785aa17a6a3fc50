import type { Json } from '../../src/engine/columns/index.ts'
import { Random } from '../../src/server/sample/content/index.ts'

/** One cell of a column, and the call of the oracle that computes its value. */
export interface Case {
  readonly type: string
  readonly config: Readonly<Record<string, Json>>
  readonly values: readonly Json[]
  readonly call: readonly [name: string, arguments: readonly Json[]]
}

export function casesOf(seed: number): Case[] {
  const random = new Random(seed)
  const times = (count: number, make: () => Case) => Array.from({ length: count }, make)
  return [
    ...regressionCases,
    ...times(90, () => regexCase(random)),
    ...times(90, () => extractionCase(random)),
    ...times(50, () => validCase(random)),
    ...times(45, () => numberCase(random)),
    ...times(45, () => jsonCase(random)),
    ...times(40, () => similarityCase(random)),
    ...times(40, () => mathCase(random)),
    ...times(40, () => xmlCase(random)),
  ]
}

const searchCase = (regex_pattern: string, text: string): Case => ({
  type: 'REGEX',
  config: { source: 't', regex_pattern },
  values: [text],
  call: ['search', [regex_pattern, text]],
})

/** Cases that once failed among the random ones: assertions matched inside a character. */
const regressionCases: readonly Case[] = [
  searchCase('\\B\\Z', 'é😀2'),
  searchCase('(?m)^$', 'é😀2'),
  searchCase('\\d\\A', 'é😀2'),
]

const letters = ['a', 'b', 'c', 'A', 'B', 'é', 'ß', '1', '2', '_', ' ', '\n', '-', '.', '😀']

export const textOf = (random: Random, most: number): string =>
  Array.from({ length: random.whole(0, most) }, () => random.of(letters)).join('')

const atoms = [
  'a',
  'b',
  'c',
  'é',
  '1',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '\\W',
  '[abc]',
  '[^a1]',
  '[a-cé]',
  '\\.',
  '_',
  '😀',
]
const marks = ['^', '$', '\\b', '\\B', '\\A', '\\Z']
const repeats = ['', '', '', '*', '+', '?', '*?', '+?', '{1,2}', '{2}', '{,2}']
const flags = ['', '', '', '(?i)', '(?m)', '(?s)', '(?im)']

function pattern(random: Random, depth: number): string {
  const parts = Array.from({ length: random.whole(1, 3) }, () => {
    if (random.next() < 0.1) return random.of(marks)
    const inner = depth === 0 || random.next() < 0.7 ? random.of(atoms) : group(random, depth - 1)
    return inner + random.of(repeats)
  })
  // The engine refuses an empty repeated group; see decision 24.
  if (parts.every((part) => marks.includes(part))) parts.push(random.of(atoms))
  const text = parts.join('')
  return random.next() < 0.2 ? `${text}|${random.of(atoms)}` : text
}

const group = (random: Random, depth: number) => `${random.of(['(', '(?:', '('])}${pattern(random, depth)})`

function regexCase(random: Random): Case {
  return searchCase(random.of(flags) + pattern(random, 2), textOf(random, 14))
}

function extractionCase(random: Random): Case {
  // Beside an empty match, Python searches again at the same offset; decision 24 lists this difference.
  const never = `${random.of(atoms)}(?:${pattern(random, 2)})`
  const [regex_pattern, text] = [random.of(flags) + never, textOf(random, 14)]
  return {
    type: 'REGEX_EXTRACTION',
    config: { source: 't', regex_pattern },
    values: [text],
    call: ['find_all', [regex_pattern, text]],
  }
}

function jsonOf(random: Random, depth: number): Json {
  const leaf = (): Json =>
    random.of<Json>([null, true, false, 0, 1, -2.5, 1e21, '', 'a', 'é😀', '1', '"', 0.1])
  if (depth === 0 || random.next() < 0.4) return leaf()
  const items = Array.from({ length: random.whole(0, 3) }, () => jsonOf(random, depth - 1))
  if (random.next() < 0.5) return items
  return Object.fromEntries(items.map((item) => [random.of(['a', 'b', 'é', '']), item]))
}

/** Half of the texts are damaged: one character is added, removed or replaced. */
function validCase(random: Random): Case {
  let text = JSON.stringify(jsonOf(random, 3))
  if (random.next() < 0.5) {
    const at = random.whole(0, text.length)
    const put = random.of(['', ',', '"', ']', '}', '0', '-', ' ', 'e', "'", '\\', '\n', 'NaN'])
    text = text.slice(0, at) + put + text.slice(at + random.whole(0, 1))
  }
  // An empty text is no value for the engine, and no JSON for Python.
  if (text.trim() === '') text = '{'
  return {
    type: 'ASSERT_VALID',
    config: { source: 't', type: 'object' },
    values: [text],
    call: ['is_json', [text]],
  }
}

function numberCase(random: Random): Case {
  const left = random.of([0, 1, -1, 0.1, 1e6, 123.456])
  const right = left * (1 + random.of([0, 1e-9, 1e-3, -1e-3, 0.5])) + random.of([0, 1e-6, 0.01])
  const [absolute, relative] = [random.of([0, 1e-6, 0.01]), random.of([0, 1e-9, 1e-3, 0.6])]
  return {
    type: 'COMPARE',
    config: { sources: ['l', 'r'], comparison_type: { type: 'NUMBER', tolerance: { absolute, relative } } },
    values: [left, right],
    call: ['close', [left, right, absolute, relative]],
  }
}

function jsonCase(random: Random): Case {
  const left = jsonOf(random, 3)
  const right = random.next() < 0.5 ? withReversedKeys(left) : jsonOf(random, 2)
  const texts = [JSON.stringify(left), JSON.stringify(right)]
  return {
    type: 'COMPARE',
    config: { sources: ['l', 'r'], comparison_type: { type: 'JSON' } },
    values: texts,
    call: ['equal_json', texts],
  }
}

/** The same value with the keys of its objects in reverse order. */
function withReversedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withReversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, withReversedKeys(inner as Json)]),
  )
}

function similarityCase(random: Random): Case {
  const values = [textOf(random, 12), textOf(random, 12)]
  return {
    type: 'COMPARE',
    config: { sources: ['l', 'r'], comparison_type: { type: 'STRING', similarity: 'levenshtein' } },
    values,
    call: ['alike', values],
  }
}

function mathCase(random: Random): Case {
  const numbers = [0, 1, -1, 0.1, 0.2, 1e15, -7.25, 3]
  const [left, right] = [random.of(numbers), random.of(numbers)]
  const operator = random.of(['+', '-', '*', 'gt', 'ge', 'lt', 'le', 'eq', 'ne'])
  return {
    type: 'MATH_OPERATOR',
    config: { sources: ['l', 'r'], operator },
    values: [left, right],
    call: ['arithmetic', [operator, left, right]],
  }
}

function xmlOf(random: Random, depth: number): string {
  const name = random.of(['a', 'b', 'c'])
  const key = random.next() < 0.3 ? ` k="${random.whole(1, 2)}"` : ''
  const count = depth === 0 ? 0 : random.whole(0, 3)
  const inner = Array.from({ length: count }, () => xmlOf(random, depth - 1)).join(random.of(['', 'x']))
  return `<${name}${key}>${random.of(['', 'one', 'é', '&amp;'])}${inner}</${name}>`
}

function xmlCase(random: Random): Case {
  const text = `<root>${xmlOf(random, 3)}${xmlOf(random, 2)}</root>`
  const path = random.of(['.//a', './/b', './/a/b', './/*', './/b[1]', ".//*[@k='1']", './/a[b]'])
  return {
    type: 'XML_PATH',
    config: { source: 't', xml_path: path, type: 'findall', return_text: true },
    values: [text],
    call: ['find_xml', [text, path]],
  }
}
