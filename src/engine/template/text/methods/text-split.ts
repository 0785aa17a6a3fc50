import { type BoundArguments, type Builtin, flagArg, intArg, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { isSpace, skipSpace, trimEnd } from '../values/characters.ts'
import { type Host, Tuple, type Value } from '../values/value.ts'
import { joinItems, splitLines } from './text-lines.ts'
import { onText } from './text-method.ts'

/** Splits at runs of white space; `limit` below zero means no limit. */
export function splitSpace(text: string, limit: number, host: Host): string[] {
  const parts: string[] = []
  let start = skipSpace(text, 0)
  while (start < text.length) {
    host.budget.step()
    if (limit >= 0 && parts.length >= limit) {
      parts.push(text.slice(start))
      break
    }
    let end = start
    while (end < text.length && !isSpace(text.charCodeAt(end))) end++
    parts.push(text.slice(start, end))
    start = skipSpace(text, end)
  }
  return parts
}

function splitSpaceFromEnd(text: string, limit: number, host: Host): string[] {
  const parts: string[] = []
  let rest = trimEnd(text)
  while (rest !== '' && parts.length < limit) {
    host.budget.step()
    host.budget.read(rest.length)
    let start = rest.length
    while (start > 0 && !isSpace(rest.charCodeAt(start - 1))) start--
    parts.unshift(rest.slice(start))
    rest = trimEnd(rest.slice(0, start))
  }
  return rest === '' ? parts : [rest, ...parts]
}

function splitAt(text: string, separator: string, limit: number, host: Host): string[] {
  host.budget.search(text.length, separator.length)
  const parts: string[] = []
  let offset = 0
  for (let next = text.indexOf(separator); next >= 0; next = text.indexOf(separator, offset)) {
    if (limit >= 0 && parts.length >= limit) break
    host.budget.step()
    parts.push(text.slice(offset, next))
    offset = next + separator.length
  }
  parts.push(text.slice(offset))
  return parts
}

function splitAtFromEnd(text: string, separator: string, limit: number, host: Host): string[] {
  host.budget.search(text.length, separator.length)
  const parts: string[] = []
  let end = text.length
  while (parts.length < limit) {
    const index = end < separator.length ? -1 : text.lastIndexOf(separator, end - separator.length)
    if (index < 0) break
    host.budget.step()
    parts.push(text.slice(index + separator.length, end))
    end = index
  }
  parts.push(text.slice(0, end))
  return parts.reverse()
}

function split(text: string, [separator, limitGiven]: BoundArguments, host: Host, fromEnd: boolean): Value {
  const limit = intArg(limitGiven, 'maxsplit', -1)
  if (separator === undefined || separator === null) {
    return fromEnd && limit >= 0 ? splitSpaceFromEnd(text, limit, host) : splitSpace(text, limit, host)
  }
  const mark = textArg(separator, 'separator')
  if (mark === '') fail('empty separator')
  return fromEnd && limit >= 0 ? splitAtFromEnd(text, mark, limit, host) : splitAt(text, mark, limit, host)
}

function partition(text: string, separator: Value | undefined, host: Host, last: boolean): Value {
  const mark = textArg(separator, 'separator')
  if (mark === '') fail('empty separator')
  host.budget.search(text.length, mark.length)
  const index = last ? text.lastIndexOf(mark) : text.indexOf(mark)
  if (index < 0) return new Tuple(last ? ['', '', text] : [text, '', ''])
  return new Tuple([text.slice(0, index), mark, text.slice(index + mark.length)])
}

export const SPLIT_METHODS: Readonly<Record<string, Builtin>> = {
  split: onText('sep? maxsplit?', (text, bound, host) => split(text, bound, host, false)),
  rsplit: onText('sep? maxsplit?', (text, bound, host) => split(text, bound, host, true)),
  splitlines: onText('keepends?', (text, [keep], host) => splitLines(text, flagArg(keep), host)),
  join: onText('iterable', (text, [items], host) => joinItems(text, items ?? null, host, true)),
  partition: onText('sep', (text, [separator], host) => partition(text, separator, host, false)),
  rpartition: onText('sep', (text, [separator], host) => partition(text, separator, host, true)),
}
