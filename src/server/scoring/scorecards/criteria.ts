import type { Json } from '../../../engine/json/json.ts'
import type { AggregateResult, Interval, SheetResult, Step, Verdict } from '../../../engine/sheet/index.ts'

/** An entry of `criterion_summaries`. Only steps over a column have the last fields. */
export interface Criterion {
  readonly title: string
  readonly weight: number
  readonly required: boolean
  readonly score: number | null
  readonly verdict: Verdict
  readonly pass_count: number
  readonly warn_count: number
  readonly fail_count: number
  readonly error_count: number
  readonly skipped_count: number
  readonly confidence_interval: Interval | null
  readonly value?: Json
  readonly label?: Json
  readonly message?: string | null
  readonly included_count?: number
  readonly excluded_count?: number
  readonly failed_count?: number
  readonly missing_count?: number
}

/** Makes `criterion_summaries`: the result of each step over the sheet, by step id. */
export function criteriaOf(
  steps: readonly Step[],
  { criteria }: SheetResult,
  aggregates: ReadonlyMap<string, AggregateResult>,
): Record<string, Criterion> {
  const summaries = steps.map(({ id, title, weight, required }) => {
    const { score, verdict, counts, interval } = criteria.get(id)!
    const aggregate = aggregates.get(id)
    const summary: Criterion = {
      title,
      weight,
      required,
      score,
      verdict,
      pass_count: counts.pass,
      warn_count: counts.warn,
      fail_count: counts.fail,
      error_count: counts.error,
      skipped_count: counts.skipped,
      confidence_interval: interval,
      ...(aggregate && {
        value: aggregate.value,
        label: aggregate.label,
        message: aggregate.message,
        included_count: aggregate.included,
        excluded_count: aggregate.excluded,
        failed_count: aggregate.failed,
        missing_count: aggregate.missing,
      }),
    }
    return [id, summary] as const
  })
  return Object.fromEntries(summaries)
}
