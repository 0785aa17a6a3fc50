/** Requests with the tag are kept for so many days after they arrived; without a tag it is what all others get. */
export interface RetentionRule {
  readonly tag: string | null
  /** Null: for ever. */
  readonly days: number | null
}

const day = 86_400_000

/**
 * In the order in which they are asked: the longest first, so that of several rules for the tags of a request the
 * one that keeps it longest counts, and the one for all others last.
 */
export const inOrder = (rules: readonly RetentionRule[]): RetentionRule[] =>
  rules.toSorted((a, b) => Number(a.tag === null) - Number(b.tag === null) || lengthOf(b) - lengthOf(a))

const lengthOf = ({ days }: RetentionRule): number => days ?? Number.POSITIVE_INFINITY

/** The rule for a request with these tags; undefined when nothing is said of it, so that it stays. */
export const ruleFor = (
  rules: readonly RetentionRule[],
  tags: readonly string[],
): RetentionRule | undefined => inOrder(rules).find(({ tag }) => tag === null || tags.includes(tag))

/** What arrived before goes; null when nothing does. */
export const goesBefore = ({ days }: RetentionRule, now: number): number | null =>
  days === null ? null : now - days * day

/** Whether a request with these tags, which arrived then, goes now. */
export function goes(
  rules: readonly RetentionRule[],
  tags: readonly string[],
  arrivedAt: number,
  now: number,
) {
  const rule = ruleFor(rules, tags)
  const before = rule ? goesBefore(rule, now) : null
  return before !== null && arrivedAt < before
}

/** Nothing that arrived later goes, whichever rule is for it; null when nothing goes at all. */
export function lastToGo(rules: readonly RetentionRule[], now: number): number | null {
  const cutoffs = rules.flatMap((rule) => goesBefore(rule, now) ?? [])
  return cutoffs.length > 0 ? Math.max(...cutoffs) : null
}
