import type { TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

/** A clock that advances only on command, so that minutes pass at once, and the same way each time. */
export function virtualTime(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_800_000_000_000 })
  return {
    now: () => Date.now(),
    /** Advances by milliseconds until the promise is settled. */
    async until(promise: Promise<unknown>, most = 600_000): Promise<void> {
      let isSettled = false
      const onSettled = () => {
        isSettled = true
      }
      promise.then(onSettled, onSettled)
      for (let passed = 0; !isSettled; passed++) {
        if (passed > most) throw new Error(`nothing happened in ${most} ms`)
        await turn()
        test.mock.timers.tick(1)
      }
    },
  }
}
