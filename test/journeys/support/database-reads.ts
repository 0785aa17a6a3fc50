import type { TestContext } from 'node:test'
import pg from 'pg'

/** Records when this process sends matching queries to PostgreSQL, by `performance.now()`. */
export function databaseReads(
  { mock }: TestContext,
  isRead: (text: string, values: readonly unknown[]) => boolean,
) {
  const times: number[] = []
  let wake = () => {}
  const { query } = pg.Client.prototype
  mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...words: unknown[]) {
    const { text = '', values = [] } = words[0] as { text?: string; values?: readonly unknown[] }
    if (isRead(text, values)) {
      times.push(performance.now())
      wake()
    }
    return Reflect.apply(query, this, words)
  })
  /** Waits for a number of further reads, and returns the milliseconds from the first to the last one. */
  const next = async (count: number): Promise<number> => {
    const from = times.length
    while (times.length < from + count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return times[from + count - 1]! - times[from]!
  }
  return { times, next }
}
