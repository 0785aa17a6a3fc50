import { type Builtin, takes } from '../calls/signature.ts'
import { splitLines } from '../methods/text-lines.ts'
import { compareText, isSpace } from '../values/characters.ts'
import { hashOf } from '../values/dict.ts'
import { repr } from '../values/repr.ts'
import { Dict, type Host, Tuple, type Value } from '../values/value.ts'

const WIDTH = 80

/** `pprint.pformat(value)`: one line when it fits into 80 columns, otherwise one item per line. */
class PrettyPrinter {
  private readonly host: Host

  constructor(host: Host) {
    this.host = host
  }

  format(value: Value, indent: number, allowance: number, level: number): string {
    this.host.budget.step()
    const flat = repr(sortKeys(value, this.host), this.host.budget)
    if (flat.length <= WIDTH - indent - allowance) return flat
    if (Array.isArray(value)) return `[${this.items(value, indent, allowance + 1, level)}]`
    if (value instanceof Tuple) {
      const end = value.items.length === 1 ? ',)' : ')'
      return `(${this.items(value.items, indent, allowance + end.length, level)}${end}`
    }
    if (value instanceof Dict) return `{${this.entries(value, indent, allowance + 1, level)}}`
    return typeof value === 'string' ? this.text(value, indent, allowance, level + 1) : flat
  }

  private items(items: readonly Value[], indent: number, allowance: number, level: number): string {
    const last = items.length - 1
    const lines = items.map((item, index) =>
      this.format(item, indent + 1, index === last ? allowance : 1, level + 1),
    )
    return this.lines(lines, indent)
  }

  private entries(dict: Dict, indent: number, allowance: number, level: number): string {
    const entries = sortedKeys(dict)
    const lines = entries.map(([key, value], index) => {
      const name = repr(key, this.host.budget)
      const reserved = index === entries.length - 1 ? allowance : 1
      return `${name}: ${this.format(value, indent + 1 + name.length + 2, reserved, level + 1)}`
    })
    return this.lines(lines, indent)
  }

  private lines(lines: string[], indent: number): string {
    const text = lines.join(`,\n${' '.repeat(indent + 1)}`)
    this.host.budget.text(text.length)
    return text
  }

  private text(value: string, indentGiven: number, allowanceGiven: number, level: number): string {
    const indent = level === 1 ? indentGiven + 1 : indentGiven
    const allowance = level === 1 ? allowanceGiven + 1 : allowanceGiven
    const lines = splitLines(value, true, this.host)
    const chunks: string[] = []
    lines.forEach((line, index) => {
      const last = index === lines.length - 1
      const whole = repr(line, this.host.budget)
      if (whole.length <= WIDTH - indent - (last ? allowance : 0)) chunks.push(whole)
      else chunks.push(...this.words(line, WIDTH - indent, last ? allowance : 0))
    })
    if (chunks.length === 1) return chunks[0]!
    const joined = chunks.join(`\n${' '.repeat(indent)}`)
    this.host.budget.text(joined.length)
    return level === 1 ? `(${joined})` : joined
  }

  private words(line: string, width: number, allowance: number): string[] {
    const words = wordsWithSpace(line)
    const chunks: string[] = []
    let current = ''
    words.forEach((word, index) => {
      const maxLength = index === words.length - 1 ? width - allowance : width
      this.host.budget.step()
      if (repr(current + word, this.host.budget).length > maxLength) {
        if (current !== '') chunks.push(repr(current, this.host.budget))
        current = word
      } else current += word
    })
    if (current !== '') chunks.push(repr(current, this.host.budget))
    return chunks
  }
}

/** Words with the white space that follows them. */
function wordsWithSpace(line: string): string[] {
  const words: string[] = []
  let start = 0
  for (let index = 1; index < line.length; index++) {
    if (isSpace(line.charCodeAt(index - 1)) && !isSpace(line.charCodeAt(index))) {
      words.push(line.slice(start, index))
      start = index
    }
  }
  return [...words, line.slice(start)]
}

function sortedKeys(dict: Dict): [Value, Value][] {
  const entries = Array.from(dict.entries.values(), ({ key, value }): [Value, Value] => [key, value])
  return entries.every(([key]) => typeof key === 'string')
    ? entries.sort(([a], [b]) => compareText(String(a), String(b)))
    : entries
}

function sortKeys(value: Value, host: Host): Value {
  host.budget.step()
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, host))
  if (value instanceof Tuple) return new Tuple(value.items.map((item) => sortKeys(item, host)))
  if (!(value instanceof Dict)) return value
  const sorted = new Dict()
  for (const [key, item] of sortedKeys(value)) sorted.set(hashOf(key, host.budget), key, sortKeys(item, host))
  return sorted
}

export const PRETTY_FILTERS: Readonly<Record<string, Builtin>> = {
  pprint: takes('', (host, value) => new PrettyPrinter(host).format(value, 0, 0, 0)),
}
