import { setImmediate } from 'node:timers/promises'

const spansPerTurn = 100

/** Does the work for each span. Other calls get a turn in between. */
export async function eachSpan<T, R>(spans: readonly T[], work: (span: T, index: number) => Promise<R>) {
  const results: R[] = []
  for (const [index, span] of spans.entries()) {
    if (index > 0 && index % spansPerTurn === 0) await setImmediate()
    results.push(await work(span, index))
  }
  return results
}
