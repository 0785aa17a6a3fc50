import type { Rule, Split } from './queries.ts'

/** A condition of a segment while it is edited. */
export interface Condition {
  readonly key: string
  /** Comma-separated values; a backslash escapes a comma. */
  readonly values: string
}

export interface SplitDraft {
  /** `label prod` or `version 3`. */
  readonly target: string
  /** The percentage as typed, so that "12." can become "12.5". */
  readonly percentage: string
}

export interface RuleDraft {
  /** If null, the rule applies to all other reads. */
  readonly segment: readonly Condition[] | null
  readonly splits: readonly SplitDraft[]
}

export const targetOf = ({ label, version_number }: Split): string =>
  label === undefined ? `version ${version_number}` : `label ${label}`

export const nameOfTarget = (target: string): string =>
  target.startsWith('version ') ? `v${target.slice('version '.length)}` : target.slice('label '.length)

const hundredths = (percentage: string): number => Math.round(Number(percentage) * 100)

export const shareOf = (split: SplitDraft): number => Number(split.percentage) || 0

export function ruleDraftOf({ segment, splits }: Rule): RuleDraft {
  return {
    segment:
      segment &&
      Object.entries(segment).map(([key, value]) => ({
        key,
        values: [value].flat().map(escaped).join(', '),
      })),
    splits: splits.map((split) => ({ target: targetOf(split), percentage: String(split.percentage) })),
  }
}

const escaped = (value: string | number | boolean): string => String(value).replace(/[\\,]/g, '\\$&')

const valuesOf = (condition: Condition): string[] =>
  (condition.values.match(/(?:\\.|[^,])+/g) ?? [])
    .map((value) => value.trim().replace(/\\(.)/g, '$1'))
    .filter(Boolean)

/** The first error of a rule; null if it can be saved. */
export function problemOf({ segment, splits }: RuleDraft): string | null {
  if (segment?.length === 0) return 'Add a metadata key.'
  for (const condition of segment ?? []) {
    if (condition.key.trim() === '') return 'Write a metadata key.'
    if (valuesOf(condition).length === 0) return `Write a value for ${condition.key}.`
  }
  const keys = (segment ?? []).map(({ key }) => key.trim())
  if (new Set(keys).size < keys.length) return 'Use each metadata key once; separate values by commas.'
  if (new Set(splits.map(({ target }) => target)).size < splits.length) return 'Use each version once.'
  const invalid = splits.find(({ percentage }) => !/^\d{1,3}(\.\d{1,2})?$/.test(percentage.trim()))
  if (invalid) return 'A share is a number from 0 to 100 with at most two decimals.'
  const total = splits.reduce((sum, { percentage }) => sum + hundredths(percentage), 0)
  return total === 10_000 ? null : `The shares add up to ${total / 100} %, not 100 %.`
}

export const ruleOf = ({ segment, splits }: RuleDraft): Rule => ({
  segment:
    segment &&
    Object.fromEntries(
      segment.map((condition) => {
        const values = valuesOf(condition)
        return [condition.key.trim(), values.length === 1 ? values[0]! : values]
      }),
    ),
  splits: splits.map(({ target, percentage }) => ({
    ...(target.startsWith('version ')
      ? { version_number: Number(target.slice('version '.length)) }
      : { label: target.slice('label '.length) }),
    percentage: hundredths(percentage) / 100,
  })),
})

/** Gives each split an equal share; the first split also gets the remainder. */
export function withEvenShares(splits: readonly SplitDraft[]): SplitDraft[] {
  const share = Math.floor(10_000 / splits.length)
  const first = 10_000 - share * (splits.length - 1)
  return splits.map((split, index) => ({ ...split, percentage: String((index === 0 ? first : share) / 100) }))
}
