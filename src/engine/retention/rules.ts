/** Days after arrival for which requests with the tag are stored; without a tag, the rule applies to all others. */
export interface RetentionRule {
  readonly tag: string | null
  /** Null: for ever. */
  readonly days: number | null
}

const day = 86_400_000

/**
 * Rules in order of precedence: longest first, so that the longest of several matching rules applies; the rule for all
 * others last.
 */
export const inOrder = (rules: readonly RetentionRule[]): RetentionRule[] =>
  rules.toSorted((a, b) => Number(a.tag === null) - Number(b.tag === null) || lengthOf(b) - lengthOf(a))

const lengthOf = ({ days }: RetentionRule): number => days ?? Number.POSITIVE_INFINITY

/** The rule for a request with these tags; undefined without a rule, so that the request is kept. */
export const ruleFor = (
  rules: readonly RetentionRule[],
  tags: readonly string[],
): RetentionRule | undefined => inOrder(rules).find(({ tag }) => tag === null || tags.includes(tag))

/** Requests that arrived before this time are deleted; null if none are. */
export const expiryCutoff = ({ days }: RetentionRule, now: number): number | null =>
  days === null ? null : now - days * day

/** Whether a request with these tags and this arrival is due for deletion. */
export function isExpired(
  rules: readonly RetentionRule[],
  tags: readonly string[],
  arrivedAt: number,
  now: number,
) {
  const rule = ruleFor(rules, tags)
  const before = rule ? expiryCutoff(rule, now) : null
  return before !== null && arrivedAt < before
}

/** The latest arrival time that any rule can delete now; null if no rule deletes. */
export function latestExpiry(rules: readonly RetentionRule[], now: number): number | null {
  const cutoffs = rules.flatMap((rule) => expiryCutoff(rule, now) ?? [])
  return cutoffs.length > 0 ? Math.max(...cutoffs) : null
}
