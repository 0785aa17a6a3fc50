import { Refusal } from '../../engine/refusal.ts'
import { eachSpan } from './each-span.ts'
import type { ReceivedItems } from './otlp/received-items.ts'

/** Does the work for each item of an export. An item for which it is refused counts as rejected. */
export async function eachStorable<T, R>(
  received: ReceivedItems<unknown>,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  await eachSpan(items, async (item) => {
    try {
      results.push(await work(item))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'too_large') throw error
      received.reject(1, error.message)
    }
  })
  return results
}
