import { Budget, type RenderLimits } from './budget.ts'
import { isAsciiWord } from './values/characters.ts'
import { importValue } from './values/import.ts'
import { str } from './values/repr.ts'

/**
 * Renders an f-string text. A field is what the client SDK's pattern `{(\w+)(?:[!:][^}]*)?}` matches: a name of
 * word characters, then optionally `!` or `:` and anything up to the next `}`, which is ignored. Missing and null
 * values are empty. All other text stays as it is, so `{"a": 1}`, `{ }`, `{}`, `{a b}` and single braces are kept,
 * and doubled braces are not escapes: `{{name}}` renders as `{value}`.
 *
 * Values print as Python's `str()` does, as in the jinja2 format and on the Python side of the API: `True`, `None`
 * inside lists, `[1, 'a']`, `{'a': 1}`. (The SDK's local renderer uses JavaScript's `String()`, which agrees for
 * text and whole numbers but gives `true` and the useless `[object Object]`.)
 */
export function renderFString(
  text: string,
  variables: Readonly<Record<string, unknown>>,
  limits: RenderLimits,
): string {
  const budget = new Budget(limits)
  const imported = new Map()
  const filled = new Map<string, string>()
  let out = ''
  let offset = 0
  for (const { index, name, length } of fields(text)) {
    let value = filled.get(name)
    if (value === undefined) {
      const raw = Object.hasOwn(variables, name) ? variables[name] : null
      value = raw === null ? '' : str(importValue(raw, imported), budget)
      filled.set(name, value)
    }
    budget.read(index - offset + value.length)
    budget.checkLength(out.length + index - offset + value.length)
    budget.step()
    out += text.slice(offset, index) + value
    offset = index + length
  }
  budget.checkLength(out.length + text.length - offset)
  return out + text.slice(offset)
}

/** The names of an f-string text, unique, in order of first appearance. */
export function fStringVariables(text: string): string[] {
  return Array.from(new Set(Array.from(fields(text), (field) => field.name)))
}

/** Finds fields in one pass: the SDK's pattern takes quadratic time for `{a:{a:{a:`. */
function* fields(text: string): Generator<{ index: number; length: number; name: string }> {
  let close = text.indexOf('}')
  for (let open = text.indexOf('{'); open >= 0; ) {
    if (close >= 0 && close < open) close = text.indexOf('}', open)
    if (close < 0) return
    let end = open + 1
    while (isAsciiWord(text.charCodeAt(end))) end++
    const suffix = text[end] === '!' || text[end] === ':'
    if (end > open + 1 && (suffix || end === close)) {
      yield { index: open, length: close + 1 - open, name: text.slice(open + 1, end) }
      open = text.indexOf('{', close)
    } else open = text.indexOf('{', open + 1)
  }
}
