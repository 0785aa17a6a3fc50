import { type Builtin, flagArg, intArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { capitalize } from '../methods/text-case.ts'
import { joinItems, splitLines } from '../methods/text-lines.ts'
import { center, strip } from '../methods/text-pad.ts'
import { replaceText } from '../methods/text-search.ts'
import { pointCount, pointSlice } from '../values/characters.ts'
import { binary } from '../values/operators.ts'
import { str } from '../values/repr.ts'
import { requireLength } from '../values/sequences.ts'
import { textOf, truthy, typeName } from '../values/types.ts'
import { Dict, type Host, Markup, Tuple, Undefined, type Value } from '../values/value.ts'
import { attributeGetter } from './attributes.ts'

/** Applies a text function to any value; escaped text stays escaped. */
function textFilter(
  spec: string,
  run: (text: string, bound: readonly (Value | undefined)[], host: Host) => string,
): Builtin {
  return takes(spec, (host, value, bound) => {
    const text = str(value, host.budget)
    host.budget.read(text.length)
    const result = run(text, bound, host)
    return value instanceof Markup ? new Markup(result) : result
  })
}

const WORD_START = /([-\s({[<]+)/

function titleWords(text: string): string {
  return text
    .split(WORD_START)
    .map((word) => {
      const first = word === '' ? '' : String.fromCodePoint(word.codePointAt(0)!)
      return first.toUpperCase() + word.slice(first.length).toLowerCase()
    })
    .join('')
}

function indent(host: Host, value: Value, [width, first, blank]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) fail(value.message)
  const text = textOf(value) ?? fail(`indent needs text, not ${typeName(value)}`)
  const spaces = intArg(textOf(width ?? null) === undefined ? width : 0, 'width', 4)
  host.budget.text(Math.max(0, spaces))
  const indention = textOf(width ?? null) ?? ' '.repeat(Math.max(0, spaces))
  const lines = splitLines(`${text}\n`, false, host)
  host.budget.text(text.length + lines.length * indention.length)
  const all = flagArg(blank)
  const rest = lines.slice(1).map((line) => (all || line !== '' ? indention + line : line))
  const result = (flagArg(first) ? indention : '') + [lines[0] ?? '', ...rest].join('\n')
  return value instanceof Markup ? new Markup(result) : result
}

function truncateText(host: Host, value: Value, bound: readonly (Value | undefined)[]): Value {
  const [lengthGiven, killWords, endGiven, leewayGiven] = bound
  const length = intArg(lengthGiven, 'length', 255)
  const end = textArg(endGiven, 'end', '...')
  const leeway = intArg(leewayGiven ?? undefined, 'leeway', 5)
  if (length < pointCount(end)) fail(`expected length >= ${pointCount(end)}, got ${length}`)
  if (leeway < 0) fail(`expected leeway >= 0, got ${leeway}`)
  if (requireLength(value, host.budget) <= length + leeway) return value
  const text = textOf(value) ?? fail(`truncate needs text, not ${typeName(value)}`)
  const beginning = pointSlice(text, 0, length - pointCount(end))
  const space = flagArg(killWords) ? -1 : beginning.lastIndexOf(' ')
  return (space < 0 ? beginning : beginning.slice(0, space)) + end
}

function join(host: Host, value: Value, [separator, attribute]: readonly (Value | undefined)[]): Value {
  const mark = str(separator ?? '', host.budget)
  return joinItems(mark, value, host, false, attributeGetter(host, attribute))
}

const WORDS = /[\p{L}\p{N}_]+/gu

function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(WORDS)) count++
  return count
}

export const TEXT_FILTERS: Readonly<Record<string, Builtin>> = {
  upper: textFilter('', (text) => text.toUpperCase()),
  lower: textFilter('', (text) => text.toLowerCase()),
  capitalize: textFilter('', capitalize),
  title: takes('', (host, value) => titleWords(str(value, host.budget))),
  trim: textFilter('chars?', (text, [chars], host) => strip(text, chars, 'both', host)),
  center: textFilter('width?', (text, [width], host) => center(text, width ?? 80, host)),
  string: takes('', (host, value) => (value instanceof Markup ? value : str(value, host.budget))),
  replace: takes('old new count?', (host, value, [old, replacement, count]) => {
    const [text, from, to] = [value, old ?? '', replacement ?? ''].map((item) => str(item, host.budget))
    return replaceText(text!, from!, to!, intArg(count ?? undefined, 'count', -1), host)
  }),
  indent: takes('width? first? blank?', indent),
  truncate: takes('length? killwords? end? leeway?', truncateText),
  wordcount: takes('', (host, value) => {
    const text = str(value, host.budget)
    host.budget.step(Math.floor(text.length / 16))
    return countWords(text)
  }),
  join: takes('d? attribute?', join),
  format: (host, value, args) => {
    if (args.positional.length > 0 && args.named.size > 0)
      fail("can't handle positional and keyword arguments at the same time")
    const namedArgs = new Dict()
    for (const [name, item] of args.named) namedArgs.setText(name, item)
    const text = value instanceof Markup ? value : str(value, host.budget)
    return binary('%', text, args.named.size > 0 ? namedArgs : new Tuple(args.positional), host.budget)
  },
  default: takes('default_value? boolean?', defaultValue),
  d: takes('default_value? boolean?', defaultValue),
}

function defaultValue(_host: Host, value: Value, [fallback, boolean]: readonly (Value | undefined)[]): Value {
  const missing = value instanceof Undefined || (flagArg(boolean) && !truthy(value))
  return missing ? (fallback === undefined ? '' : fallback) : value
}
