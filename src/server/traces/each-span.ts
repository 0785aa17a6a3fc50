import { setImmediate } from 'node:timers/promises'

const spansAtOnce = 100

/** Runs `work` on each span and yields to other calls in between. */
export async function eachSpan<T, R>(spans: readonly T[], work: (span: T, index: number) => Promise<R>) {
  const results: R[] = []
  for (const [index, span] of spans.entries()) {
    if (index > 0 && index % spansAtOnce === 0) await setImmediate()
    results.push(await work(span, index))
  }
  return results
}
