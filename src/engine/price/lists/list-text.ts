import { wrongList } from './fields.ts'

/** Parses a list in JSON. @throws Refusal, also for a duplicate outermost key: JSON.parse would keep the last one. */
export function readPriceListText(text: string): unknown {
  const value = parsed(text)
  const keys = new Set<string>()
  for (const key of outermostKeys(text)) {
    if (keys.has(key)) throw wrongList(key, 'is a duplicate key')
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

/** Keys of the outermost object of valid JSON; none for a list. */
function* outermostKeys(text: string): Generator<string> {
  if (!/^\s*\{/.test(text)) return
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g
  let depth = 0
  let last = ''
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [token] = match
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token !== ':') last = token
    else if (depth === 1) yield JSON.parse(last) as string
  }
}
