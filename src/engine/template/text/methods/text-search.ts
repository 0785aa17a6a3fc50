import { type BoundArguments, type Builtin, intArg, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { pointCount, pointSlice, unitToPoint } from '../values/characters.ts'
import { textOf } from '../values/types.ts'
import { type Host, Tuple, type Value } from '../values/value.ts'
import { onText } from './text-method.ts'

interface Region {
  readonly text: string
  readonly offset: number
  /** False if the start is beyond the end, where even empty text is not found. */
  readonly valid: boolean
}

/** The part of the text between the optional `start` and `end` arguments. */
function region(text: string, start: Value | undefined, end: Value | undefined): Region {
  if (start === undefined && end === undefined) return { text, offset: 0, valid: true }
  const length = pointCount(text)
  const clip = (value: Value | undefined, name: string, fallback: number) => {
    const at = intArg(value ?? undefined, name, fallback)
    return at < 0 ? Math.max(0, at + length) : at
  }
  const from = clip(start, 'start', 0)
  const to = Math.min(clip(end, 'end', length), length)
  return { text: pointSlice(text, from, to), offset: from, valid: from <= to }
}

function find(text: string, bound: BoundArguments, host: Host, last: boolean): number {
  const needle = textArg(bound[0], 'substring')
  const part = region(text, bound[1], bound[2])
  host.budget.search(part.text.length, needle.length)
  if (!part.valid) return -1
  const index = last ? part.text.lastIndexOf(needle) : part.text.indexOf(needle)
  return index < 0 ? -1 : unitToPoint(part.text, index) + part.offset
}

function mustFind(text: string, bound: BoundArguments, host: Host, last: boolean): number {
  const at = find(text, bound, host, last)
  return at < 0 ? fail('substring not found') : at
}

/** How often `needle` occurs without overlap; an empty needle occurs between all characters. */
export function countText(text: string, needle: string): number {
  if (needle === '') return pointCount(text) + 1
  let count = 0
  for (let offset = text.indexOf(needle); offset >= 0; offset = text.indexOf(needle, offset + needle.length))
    count++
  return count
}

function hasAffix(
  text: string,
  bound: BoundArguments,
  host: Host,
  matches: (part: string, affix: string) => boolean,
): boolean {
  const part = region(text, bound[1], bound[2])
  const ends = bound[0] instanceof Tuple ? bound[0].items : [bound[0] ?? null]
  return ends.some((item) => {
    const needle = textArg(item, 'prefix or suffix')
    host.budget.step()
    host.budget.read(needle.length)
    return part.valid && matches(part.text, needle)
  })
}

/** `text.replace(old, new, count)`; `count` below zero replaces all. */
export function replaceText(
  text: string,
  old: string,
  replacement: string,
  count: number,
  host: Host,
): string {
  host.budget.search(text.length, old.length)
  const times = Math.min(countText(text, old), count < 0 ? Number.POSITIVE_INFINITY : count)
  if (times === 0) return text
  host.budget.text(text.length + times * (replacement.length - old.length))
  host.budget.step(Math.floor(times / 8))
  const pieces: string[] = []
  if (old === '') {
    const points = Array.from(text)
    for (let index = 0; index < times; index++) pieces.push(replacement, points[index] ?? '')
    return pieces.join('') + points.slice(times).join('')
  }
  let offset = 0
  for (let done = 0; done < times; done++) {
    const next = text.indexOf(old, offset)
    pieces.push(text.slice(offset, next), replacement)
    offset = next + old.length
  }
  return pieces.join('') + text.slice(offset)
}

export const SEARCH_METHODS: Readonly<Record<string, Builtin>> = {
  find: onText('sub start? end?', (text, bound, host) => find(text, bound, host, false)),
  rfind: onText('sub start? end?', (text, bound, host) => find(text, bound, host, true)),
  index: onText('sub start? end?', (text, bound, host) => mustFind(text, bound, host, false)),
  rindex: onText('sub start? end?', (text, bound, host) => mustFind(text, bound, host, true)),
  count: onText('sub start? end?', (text, bound, host) => {
    const needle = textArg(bound[0], 'substring')
    const part = region(text, bound[1], bound[2])
    host.budget.search(part.text.length, needle.length)
    return part.valid ? countText(part.text, needle) : 0
  }),
  startswith: onText('prefix start? end?', (text, bound, host) =>
    hasAffix(text, bound, host, (part, prefix) => part.startsWith(prefix)),
  ),
  endswith: onText('suffix start? end?', (text, bound, host) =>
    hasAffix(text, bound, host, (part, suffix) => part.endsWith(suffix)),
  ),
  replace: onText('old new count?', (text, [old, replacement, count], host) =>
    replaceText(text, textArg(old, 'old'), textArg(replacement, 'new'), intArg(count, 'count', -1), host),
  ),
  removeprefix: onText('prefix', (text, [prefix]) => {
    const start = textOf(prefix ?? null) ?? fail('prefix must be str')
    return text.startsWith(start) ? text.slice(start.length) : text
  }),
  removesuffix: onText('suffix', (text, [suffix]) => {
    const end = textOf(suffix ?? null) ?? fail('suffix must be str')
    return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
  }),
}
