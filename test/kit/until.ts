import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until the answer is the expected one. Returns it. */
export async function until<T>(
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean = Boolean,
): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isExpected(answer)) return answer
    await sleep(20)
  }
}
