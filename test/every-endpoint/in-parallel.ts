import type { Endpoint } from '../../src/contract/index.ts'
import { inputSchema } from './schema.ts'

/** Requests of an endpoint at a time; a password costs a core on purpose, so those come one by one. */
export const widthFor = (endpoint: Endpoint): number =>
  inputSchema(endpoint, 'body')?.properties?.['password'] ? 1 : 8

/** Does the work for each item, so many at a time. */
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
