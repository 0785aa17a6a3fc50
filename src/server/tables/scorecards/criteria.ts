import type { AggregateResult, SheetResult, Step } from '../../../engine/sheet/index.ts'

/** `criterion_summaries`: by step id, what each step came to over the sheet. */
export function criteriaOf(
  steps: readonly Step[],
  { criteria }: SheetResult,
  whole: ReadonlyMap<string, AggregateResult>,
): Record<string, Record<string, unknown>> {
  const summaries = steps.map(({ id, title, weight, required }) => {
    const { score, verdict, counts, interval } = criteria.get(id)!
    const aggregate = whole.get(id)
    const summary = {
      ...{ title, weight, required, score, verdict },
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
      }),
    }
    return [id, summary] as const
  })
  return Object.fromEntries(summaries)
}
