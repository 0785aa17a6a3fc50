import { type Builtin, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { compareText } from '../values/characters.ts'
import { order } from '../values/compare.ts'
import { floatText } from '../values/float-text.ts'
import { intText, numberOf, safeInt, toDouble } from '../values/numbers.ts'
import { itemsOf } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Dict, Float, type Host, Markup, Undefined, type Value } from '../values/value.ts'

const SPECIAL_FLOATS: ReadonlyMap<string, string> = new Map([
  ['nan', 'NaN'],
  ['inf', 'Infinity'],
  ['-inf', '-Infinity'],
])

/** Writes `json.dumps(value, sort_keys=True)`: ASCII only, `, ` and `: ` as separators. */
class JsonWriter {
  out = ''
  private readonly host: Host
  private readonly indent: string | undefined
  private readonly open = new Set<object>()

  constructor(host: Host, indent: string | undefined) {
    this.host = host
    this.indent = indent
  }

  value(value: Value, depth: number): void {
    this.host.budget.step()
    const items = itemsOf(value)
    if (items) this.container(value as object, '[]', items, depth, (item) => this.value(item, depth + 1))
    else if (value instanceof Dict) {
      const entries = sortedEntries(value, this.host)
      this.container(value, '{}', entries, depth, ([key, item]) => {
        this.write(`${jsonText(jsonKey(key, this.host))}: `)
        this.value(item, depth + 1)
      })
    } else this.write(jsonScalar(value, this.host))
  }

  private container<T>(
    source: object,
    marks: string,
    items: readonly T[],
    depth: number,
    write: (item: T) => void,
  ): void {
    if (this.open.has(source)) fail('Circular reference detected')
    if (items.length === 0) {
      this.write(marks)
      return
    }
    this.open.add(source)
    this.write(marks[0]!)
    items.forEach((item, index) => {
      if (index > 0) this.write(this.indent === undefined ? ', ' : ',')
      this.line(depth + 1)
      write(item)
    })
    this.line(depth)
    this.write(marks[1]!)
    this.open.delete(source)
  }

  private line(depth: number): void {
    if (this.indent === undefined) return
    this.host.budget.text(this.indent.length * depth)
    this.write(`\n${this.indent.repeat(depth)}`)
  }

  private write(text: string): void {
    this.host.budget.checkLength(this.out.length + text.length)
    this.host.budget.read(text.length)
    this.out += text
  }
}

function sortedEntries(dict: Dict, host: Host): [Value, Value][] {
  const entries = Array.from(dict.entries.values(), ({ key, value }): [Value, Value] => [key, value])
  return entries.sort(([a], [b]) =>
    typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : order(a, b, '<', host.budget),
  )
}

function jsonKey(key: Value, host: Host): string {
  const text = textOf(key)
  if (text !== undefined) return text
  if (key === null || numberOf(key) !== undefined) return jsonScalar(key, host)
  return fail(`keys must be str, int, float, bool or None, not ${typeName(key)}`)
}

function jsonScalar(value: Value, host: Host): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return intText(value, host.budget)
  if (value instanceof Float) {
    const text = value.written ?? floatText(toDouble(value))
    return SPECIAL_FLOATS.get(text) ?? text
  }
  if (value instanceof Undefined) return fail('Object of type Undefined is not JSON serializable')
  const text = textOf(value)
  if (text === undefined) return fail(`Object of type ${typeName(value)} is not JSON serializable`)
  host.budget.text(text.length * 2)
  return jsonText(text)
}

function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The unsafe characters of HTML, written so that they stay valid JSON. */
const HTML_SAFE: ReadonlyMap<string, string> = new Map([
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ["'", '\\u0027'],
])

export const JSON_FILTERS: Readonly<Record<string, Builtin>> = {
  tojson: takes('indent?', (host, value, [indent]) => {
    const unit = indent === undefined || indent === null ? undefined : indent
    const width = unit === undefined || textOf(unit) !== undefined ? 0 : Math.max(0, safeInt(unit, 'indent'))
    host.budget.text(width)
    const writer = new JsonWriter(host, unit === undefined ? undefined : (textOf(unit) ?? ' '.repeat(width)))
    writer.value(value, 0)
    host.budget.text(writer.out.length)
    return new Markup(writer.out.replace(/[<>&']/g, (char) => HTML_SAFE.get(char) ?? char))
  }),
}
