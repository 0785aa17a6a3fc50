import { stableHash } from './hash.ts'
import { hundredths, type Segment, type Share, type TrafficRule } from './rules.ts'

type Metadata = Readonly<Record<string, unknown>>

/** The metadata key that identifies a reader by default. */
export const defaultStickyKey = 'user_id'

export interface Reader {
  readonly metadata: Metadata
  /** The metadata key that decides; null for the default. */
  readonly stickyKey: string | null
  /** Differs between labels, so that each label picks other users first. */
  readonly salt: string
  /** From 0 up to but not including 1; decides for readers without metadata. */
  readonly random: number
}

/**
 * The split of a reader. A reader with an identity gets the same split while the rules stay. A growing share keeps its
 * readers if only the next share shrinks.
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

/** The sticky key's value, else all metadata in canonical order; null if there is none. */
function stickyText({ metadata, stickyKey }: Reader): string | null {
  const stickyValue = textAt(metadata, stickyKey ?? defaultStickyKey)
  if (stickyValue !== null) return stickyValue
  const keys = Object.keys(metadata).sort()
  return keys.length === 0 ? null : JSON.stringify(keys.map((key) => [key, metadata[key]]))
}

function isIn(segment: Segment, metadata: Metadata): boolean {
  return Object.entries(segment).every(([key, allowed]) => {
    const value = textAt(metadata, key)
    return value !== null && [allowed].flat().some((candidate) => String(candidate) === value)
  })
}

/** As text, so that the ids 42 and "42" are the same user. */
function textAt(metadata: Metadata, key: string): string | null {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
