import type { Rates } from './rates.ts'

/** A workspace's own price; it takes precedence over the catalogue. */
export interface PriceOverride {
  /** The provider's name in requests; null: any provider. */
  readonly provider: string | null
  /** A model name; each `*` matches any characters. */
  readonly model: string
  /** Milliseconds since 1970. */
  readonly from: number
  /** Milliseconds since 1970, exclusive; null: no end. */
  readonly to: number | null
  /** The service tier; null: standard. */
  readonly serviceTier: string | null
  readonly rates: Rates
}

export interface OverriddenCall {
  readonly provider: string
  readonly model: string
  readonly serviceTier: string | null
  /** Milliseconds since 1970. */
  readonly time: number
}

/**
 * The override in force. Order among the overrides that match and have started: full names before patterns, more
 * letters before fewer, a named provider before any provider, then the latest start.
 */
export function overrideFor(
  overrides: readonly PriceOverride[],
  call: OverriddenCall,
): PriceOverride | undefined {
  let best: PriceOverride | undefined
  for (const override of overrides) {
    if (!matches(override, call)) continue
    if (!best || isNarrower(override, best)) best = override
  }
  return best
}

const matches = (override: PriceOverride, { provider, model, serviceTier, time }: OverriddenCall) =>
  override.from <= time &&
  (override.to === null || time < override.to) &&
  override.serviceTier === serviceTier &&
  (override.provider === null || isSameName(override.provider, provider)) &&
  matchesPattern(override.model.toLowerCase(), model.toLowerCase())

const isSameName = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function isNarrower(override: PriceOverride, other: PriceOverride): boolean {
  const [ranks, otherRanks] = [specificityOf(override), specificityOf(other)]
  const position = ranks.findIndex((value, index) => value !== otherRanks[index])
  return position >= 0 && ranks[position]! > otherRanks[position]!
}

function specificityOf({ provider, model, from }: PriceOverride): number[] {
  const letters = model.replaceAll('*', '').length
  return [model.includes('*') ? 0 : 1, letters, provider === null ? 0 : 1, from]
}

/** Each part between stars is matched at its first occurrence, so the time is linear. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [head, ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === text
  if (!text.startsWith(head!) || text.length < head!.length + tail.length || !text.endsWith(tail))
    return false
  const end = text.length - tail.length
  let offset = head!.length
  for (const part of rest) {
    const index = text.indexOf(part, offset)
    if (index < 0 || index + part.length > end) return false
    offset = index + part.length
  }
  return true
}
