import { fail } from '../errors.ts'
import { str } from '../values/repr.ts'
import { iterateItems } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import type { Host, Value } from '../values/value.ts'

/** `text.splitlines(keepends)`. */
export function splitLines(text: string, keepEnds: boolean, host: Host): string[] {
  const lines: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!isLineEnd(code)) continue
    host.budget.step()
    const end = index
    if (code === 13 && text.charCodeAt(index + 1) === 10) index++
    lines.push(text.slice(start, keepEnds ? index + 1 : end))
    start = index + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

function isLineEnd(code: number): boolean {
  return (
    (code >= 10 && code <= 13) ||
    (code >= 28 && code <= 30) ||
    code === 0x85 ||
    code === 0x2028 ||
    code === 0x2029
  )
}

/** Joins the items of an iterable; with `strict` every item must be text, otherwise `read` may change items first. */
export function joinItems(
  separator: string,
  items: Value,
  host: Host,
  strict: boolean,
  read = (item: Value) => item,
): string {
  const parts: string[] = []
  let length = 0
  for (const raw of iterateItems(items, host.budget)) {
    const item = read(raw)
    const text =
      textOf(item) ??
      (strict ? fail(`expected str instance, ${typeName(item)} found`) : str(item, host.budget))
    length += text.length + (parts.length > 0 ? separator.length : 0)
    parts.push(text)
    host.budget.checkLength(length)
  }
  host.budget.text(length)
  return parts.join(separator)
}
