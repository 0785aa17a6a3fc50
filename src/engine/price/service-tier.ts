/** Names of the standard tier. */
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
 * The service tier of a call, as providers and gateways name it: `batch`, `flex`, `priority` and others. Null is the
 * standard tier; a call without a tier has the standard tier too.
 */
export function serviceTierOf(reported: unknown): string | null {
  if (typeof reported !== 'string') return null
  const word = reported.trim().toLowerCase().replaceAll(' ', '_').slice(0, maxTierLength)
  return standardWords.has(word) ? null : (otherWords.get(word) ?? word)
}

const maxTierLength = 32

const otherWords = new Map([
  ['batches', 'batch'],
  ['on_demand_flex', 'flex'],
  ['on_demand_priority', 'priority'],
])
