import type { Budget } from '../budget.ts'

const PLAIN = /^[ !#-&(-[\]-~]*$/
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )$/u

/** `repr(str)`: single quotes unless the text has single quotes only; unprintable characters as escapes. */
export function quote(text: string, budget: Budget): string {
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
