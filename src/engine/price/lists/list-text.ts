import { wrongList } from './fields.ts'

/** A list as JSON text, parsed. A key that the outermost object has twice would silently win over the first. @throws Refusal */
export function readPriceListText(text: string): unknown {
  const value = parsed(text)
  const keys = new Set<string>()
  for (const key of outermostKeys(text)) {
    if (keys.has(key)) throw wrongList(key, 'is there twice')
    keys.add(key)
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw wrongList('the file', `is not JSON: ${(error as Error).message.replace(/, (?:\.{3})?".*$/s, '')}`)
  }
}

/** Of a text that is JSON; none of a list. */
function* outermostKeys(text: string): Generator<string> {
  if (!/^\s*\{/.test(text)) return
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g
  let depth = 0
  let last = ''
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token !== ':') last = token
    else if (depth === 1) yield JSON.parse(last) as string
  }
}
