const names: Readonly<Record<string, string>> = {
  count: 'Count',
  tools: 'Tools called',
  path: 'Path',
  reason: 'Reason',
  stop_reason: 'Ended by',
}

const endings: Readonly<Record<string, string>> = {
  completed: 'completion',
  max_turns: 'the maximum number of turns',
  max_iterations: 'the maximum number of iterations',
  condition: 'its condition',
  all: 'the end of the list',
}

/** The evidence of a value as named texts, or as JSON; null without evidence. */
export function factsOf(
  evidence: unknown,
): { readonly list: readonly (readonly [string, string])[] } | { readonly json: string } | null {
  if (evidence === null || evidence === undefined) return null
  const json = { json: JSON.stringify(evidence, null, 2) }
  if (typeof evidence !== 'object' || Array.isArray(evidence)) return json
  const entries = Object.entries(evidence)
  return entries.every(([key]) => Object.hasOwn(names, key))
    ? { list: entries.map(([key, value]) => [names[key]!, textOf(key, value)] as const) }
    : json
}

function textOf(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (key === 'stop_reason')
    return (Object.hasOwn(endings, text) && endings[text]) || text.replaceAll('_', ' ')
  return typeof value === 'number' ? value.toLocaleString('en') : text
}
