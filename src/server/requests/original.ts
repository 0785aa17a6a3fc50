/**
 * Empties the value of the top-level `api_key` in a body, so that the log contains no secret. All other bytes stay,
 * duplicate keys and unusual numbers included.
 */
export function withoutApiKey(bytes: Buffer, body: unknown): Buffer {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'api_key')) return bytes
  const text = bytes.toString('utf8')
  let result = ''
  let from = 0
  for (const { start, end } of topLevelValues(text, 'api_key')) {
    result += `${text.slice(from, start)}""`
    from = end
  }
  return Buffer.from(result + text.slice(from))
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Yields where the values of a top-level member are in the text of a valid JSON object. */
function* topLevelValues(text: string, name: string): Generator<Span> {
  let offset = skipSpace(text, 0) + 1
  for (;;) {
    offset = skipSpace(text, offset)
    if (text[offset] !== '"') return
    const keyEnd = stringEnd(text, offset)
    const key = JSON.parse(text.slice(offset, keyEnd)) as string
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = valueEnd(text, start)
    if (key === name) yield { start, end }
    offset = skipSpace(text, end) + 1
  }
}

function skipSpace(text: string, offset: number): number {
  let index = offset
  while (index < text.length && ' \t\r\n'.includes(text[index]!)) index++
  return index
}

function stringEnd(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}

function valueEnd(text: string, start: number): number {
  let depth = 0
  let index = start
  for (;;) {
    const sign = text[index]!
    if (sign === '"') index = stringEnd(text, index)
    else if (depth === 0 && ',}]'.includes(sign)) return trimEnd(text, start, index)
    else {
      if ('{['.includes(sign)) depth++
      if ('}]'.includes(sign)) depth--
      index++
    }
    if (depth === 0 && '"}]'.includes(text[index - 1]!) && '"{['.includes(text[start]!)) return index
  }
}

function trimEnd(text: string, start: number, end: number): number {
  let index = end
  while (index > start && ' \t\r\n'.includes(text[index - 1]!)) index--
  return index
}
