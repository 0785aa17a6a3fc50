import { setImmediate } from 'node:timers/promises'

const spansAtOnce = 100

/** The results of work on each span, letting other calls be served between whiles. */
export async function eachSpan<T, R>(spans: readonly T[], work: (span: T, index: number) => Promise<R>) {
  const results: R[] = []
  for (const [index, span] of spans.entries()) {
    if (index > 0 && index % spansAtOnce === 0) await setImmediate()
    results.push(await work(span, index))
  }
  return results
}
