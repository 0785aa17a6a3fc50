import type { Endpoint } from '../../src/contract/index.ts'
import { inputSchema } from './schema.ts'

/**
 * Number of concurrent requests of an endpoint. Calls that hash a password use a core, so they are sent one
 * by one.
 */
export const widthFor = (endpoint: Endpoint): number =>
  inputSchema(endpoint, 'body')?.properties?.['password'] ? 1 : 8

/** Maps the items, this many at a time. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
