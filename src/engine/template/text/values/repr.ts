import type { Budget } from '../budget.ts'
import { floatText } from './float-text.ts'
import { intText } from './numbers.ts'
import { Dict, DictView, Float, Lazy, Markup, Range, Tuple, Undefined, type Value } from './value.ts'

const PLAIN = /^[ !#-&(-[\]-~]*$/
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )$/u

/** `repr(str)`: single quotes unless the text has single quotes only; unprintable characters as escapes. */
function quote(text: string, budget: Budget): string {
  budget.read(text.length)
  if (PLAIN.test(text)) return `'${text}'`
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  let out = mark
  for (const char of text) out += escapeChar(char, mark)
  return out + mark
}

const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

function escapeChar(char: string, mark: string): string {
  if (char === mark) return `\\${char}`
  const namedEscape = NAMED_ESCAPES.get(char)
  if (namedEscape !== undefined) return namedEscape
  if (PRINTABLE.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\U${code.toString(16).padStart(8, '0')}`
}

/** `str(value)`: text as it is, undefined as nothing, everything else as `repr`. */
export function str(value: Value, budget: Budget): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value instanceof Markup) return value.text
  if (value instanceof Undefined) return ''
  return repr(value, budget)
}

/** `repr(value)`: Python's literal text, e.g. `[1, 'a', True, None]`; a list inside itself prints `[...]`. */
export function repr(value: Value, budget: Budget): string {
  const writer = new ReprWriter(budget)
  writer.value(value)
  return writer.out
}

class ReprWriter {
  out = ''
  private readonly budget: Budget
  private readonly open = new Set<object>()

  constructor(budget: Budget) {
    this.budget = budget
  }

  value(value: Value): void {
    this.budget.step()
    if (Array.isArray(value)) this.inside(value, '[', ']', '[...]', () => this.list(value))
    else if (value instanceof Dict) this.inside(value, '{', '}', '{...}', () => this.dict(value))
    else if (value instanceof Tuple) {
      const end = value.items.length === 1 ? ',)' : ')'
      this.inside(value, '(', end, '(...)', () => this.list(value.items))
    } else if (value instanceof DictView) {
      this.write(`dict_${value.part}([`)
      this.list(value.dict[value.part]())
      this.write('])')
    } else this.write(scalarText(value, this.budget))
  }

  private list(items: Iterable<Value>): void {
    let first = true
    for (const item of items) {
      if (!first) this.write(', ')
      first = false
      this.value(item)
    }
  }

  private dict(dict: Dict): void {
    let first = true
    for (const { key, value } of dict.entries.values()) {
      if (!first) this.write(', ')
      first = false
      this.value(key)
      this.write(': ')
      this.value(value)
    }
  }

  private inside(value: object, start: string, end: string, recursionMark: string, body: () => void): void {
    if (this.open.has(value)) this.write(recursionMark)
    else {
      this.open.add(value)
      this.write(start)
      body()
      this.write(end)
      this.open.delete(value)
    }
  }

  private write(text: string): void {
    this.budget.checkLength(this.out.length + text.length)
    this.budget.read(text.length)
    this.out += text
  }
}

function scalarText(value: Exclude<Value, Value[] | Dict | Tuple | DictView>, budget: Budget): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number' || typeof value === 'bigint') return intText(value, budget)
  if (typeof value === 'string') return quote(value, budget)
  if (value instanceof Float) return value.written ?? floatText(value.value)
  if (value instanceof Markup) return `Markup(${quote(value.text, budget)})`
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Lazy) return `<generator object ${value.name}>`
  if (value instanceof Range) {
    const stop = value.at(value.length)
    return value.step === 1
      ? `range(${value.start}, ${stop})`
      : `range(${value.start}, ${stop}, ${value.step})`
  }
  return value.describe(budget)
}
