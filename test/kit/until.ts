import { setTimeout as sleep } from 'node:timers/promises'

/** Polls every 20 ms until a result is the expected one, and returns it. */
export async function until<T>(
  read: () => T | Promise<T>,
  isExpected: (result: T) => boolean = Boolean,
): Promise<T> {
  for (;;) {
    const result = await read()
    if (isExpected(result)) return result
    await sleep(20)
  }
}
