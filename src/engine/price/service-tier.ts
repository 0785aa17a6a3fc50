/** Words for the tier that list prices are for. */
const standardWords = new Set([
  '',
  'default',
  'standard',
  'standard_only',
  'auto',
  'on_demand',
  'on_demand_tier',
])

/**
 * The service tier of a call in one word, as providers and gateways tell it: `batch`, `flex`, `priority` and others. Null is
 * the standard tier, also where nothing is told.
 */
export function serviceTierOf(told: unknown): string | null {
  if (typeof told !== 'string') return null
  const word = told.trim().toLowerCase().replaceAll(' ', '_').slice(0, longestTier)
  return standardWords.has(word) ? null : (otherWords.get(word) ?? word)
}

const longestTier = 32

const otherWords = new Map([
  ['batches', 'batch'],
  ['on_demand_flex', 'flex'],
  ['on_demand_priority', 'priority'],
])
