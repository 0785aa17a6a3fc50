import { stableHash } from './hash.ts'
import { hundredths, type Segment, type Share, type TrafficRule } from './rules.ts'

type Metadata = Readonly<Record<string, unknown>>

/** What a read is recognised by where a label names nothing else. */
export const usualStickyKey = 'user_id'

export interface Reader {
  readonly metadata: Metadata
  /** The metadata key whose value decides; null for the usual one. */
  readonly stickyKey: string | null
  /** Sets one label apart from another, so that not the same users are first in all of them. */
  readonly salt: string
  /** From 0 up to but not including 1; decides for a reader of whom nothing is known. */
  readonly random: number
}

/**
 * The split that a reader gets. One who is known always gets the same one while the rules stay, and a share
 * that grows keeps those it had when only the split after it shrinks.
 */
export function chooseSplit<S extends Share>(
  rules: readonly TrafficRule<S>[],
  reader: Reader,
): S | undefined {
  const rule = rules.find(({ segment }) => segment === null || isIn(segment, reader.metadata))
  const sticky = stickyText(reader)
  const point = sticky === null ? reader.random : stableHash(`${reader.salt}\n${sticky}`) / 2 ** 32
  let end = 0
  return rule?.splits.find(({ percentage }) => {
    end += hundredths(percentage)
    return point * 10_000 < end
  })
}

/** The sticky key's value, else all metadata, whatever the order of its keys; null when there is none. */
function stickyText({ metadata, stickyKey }: Reader): string | null {
  const own = textAt(metadata, stickyKey ?? usualStickyKey)
  if (own !== null) return own
  const keys = Object.keys(metadata).sort()
  return keys.length === 0 ? null : JSON.stringify(keys.map((key) => [key, metadata[key]]))
}

function isIn(segment: Segment, metadata: Metadata): boolean {
  return Object.entries(segment).every(([key, wanted]) => {
    const value = textAt(metadata, key)
    return value !== null && [wanted].flat().some((one) => String(one) === value)
  })
}

/** As text: a user is the same whether the id came as 42 or as "42". */
function textAt(metadata: Metadata, key: string): string | null {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
