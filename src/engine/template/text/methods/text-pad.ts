import { type Builtin, intArg, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { pointCount, skipSpace, trim, trimEnd } from '../values/characters.ts'
import type { Host, Value } from '../values/value.ts'
import { onText } from './text-method.ts'

/** Strips white space, or any of the characters of `chars`, from one or both ends. */
export function strip(
  text: string,
  chars: Value | undefined,
  sides: 'both' | 'left' | 'right',
  host: Host,
): string {
  if (chars === undefined || chars === null) {
    return sides === 'both' ? trim(text) : sides === 'left' ? text.slice(skipSpace(text, 0)) : trimEnd(text)
  }
  const characters = textArg(chars, 'chars')
  host.budget.read(characters.length)
  const unwanted = new Set(characters)
  const points = Array.from(text)
  let start = 0
  let end = points.length
  if (sides !== 'right') while (start < end && unwanted.has(points[start]!)) start++
  if (sides !== 'left') while (end > start && unwanted.has(points[end - 1]!)) end--
  return points.slice(start, end).join('')
}

function fillWith(char: Value | undefined): string {
  const fill = textArg(char, 'fill character', ' ')
  return pointCount(fill) === 1 ? fill : fail('The fill character must be exactly one character long')
}

function missing(text: string, width: Value | undefined, host: Host): number {
  const target = intArg(width, 'width', 0)
  host.budget.text(Math.max(target, text.length))
  return Math.max(0, target - pointCount(text))
}

/** `text.center(width)`: the odd space goes left or right as CPython does it. */
export function center(text: string, width: Value | undefined, host: Host, fill = ' '): string {
  const count = missing(text, width, host)
  const left = Math.floor(count / 2) + (count & (count + pointCount(text)) & 1)
  return fill.repeat(left) + text + fill.repeat(count - left)
}

function expandTabs(text: string, size: number, host: Host): string {
  let out = ''
  let column = 0
  for (const char of text) {
    if (char === '\t') {
      const count = size > 0 ? size - (column % size) : 0
      host.budget.checkLength(out.length + count)
      host.budget.read(count)
      out += ' '.repeat(count)
      column += count
    } else {
      out += char
      column = char === '\n' || char === '\r' ? 0 : column + 1
    }
  }
  return out
}

function zeroFill(text: string, width: Value | undefined, host: Host): string {
  const count = missing(text, width, host)
  const sign = /^[+-]/.test(text) ? text[0]! : ''
  return sign + '0'.repeat(count) + text.slice(sign.length)
}

export const PAD_METHODS: Readonly<Record<string, Builtin>> = {
  strip: onText('chars?', (text, [chars], host) => strip(text, chars, 'both', host)),
  lstrip: onText('chars?', (text, [chars], host) => strip(text, chars, 'left', host)),
  rstrip: onText('chars?', (text, [chars], host) => strip(text, chars, 'right', host)),
  center: onText('width fillchar?', (text, [width, fill], host) => center(text, width, host, fillWith(fill))),
  ljust: onText(
    'width fillchar?',
    (text, [width, fill], host) => text + fillWith(fill).repeat(missing(text, width, host)),
  ),
  rjust: onText(
    'width fillchar?',
    (text, [width, fill], host) => fillWith(fill).repeat(missing(text, width, host)) + text,
  ),
  zfill: onText('width', (text, [width], host) => zeroFill(text, width, host)),
  expandtabs: onText('tabsize?', (text, [size], host) => expandTabs(text, intArg(size, 'tabsize', 8), host)),
}
