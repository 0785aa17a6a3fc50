type Scalar = string | number | boolean

/** Metadata that a read must have: every key, with one of its values. */
export type Segment = Readonly<Record<string, Scalar | readonly Scalar[]>>

export interface Share {
  /** Percentage of the rule's reads, with two decimals. */
  readonly percentage: number
}

export interface TrafficRule<S extends Share = Share> {
  /** Null on the last rule, which applies to all other reads. */
  readonly segment: Segment | null
  readonly splits: readonly S[]
}

export interface RuleProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Percentages are compared and added as integer hundredths, because 0.1 + 0.2 is not 0.3. */
export const hundredths = (percentage: number): number => Math.round(percentage * 100)

/** Problems that keep rules from deciding every read uniquely. */
export function problemsOf(rules: readonly TrafficRule[]): RuleProblem[] {
  return rules.flatMap((rule, index) => {
    const isLast = index === rules.length - 1
    const problems: RuleProblem[] = []
    if ((rule.segment === null) !== isLast)
      problems.push({
        path: [index, 'segment'],
        message: isLast
          ? 'must be null in the last rule, which applies to everyone'
          : 'must name a segment, because only the last rule may apply to everyone',
      })
    const total = rule.splits.reduce((sum, { percentage }) => sum + hundredths(percentage), 0)
    if (total !== 10_000)
      problems.push({
        path: [index, 'splits'],
        message: `the percentages add up to ${total / 100}; they must add up to 100`,
      })
    return problems
  })
}
