import { after, before } from 'node:test'

/**
 * Starts a thing before the tests of the suite and closes it after them; it has no fields until then. Hooks outside of a
 * suite run at once, so a file with another such `before` starts the thing in it.
 */
export function ofSuite<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  const started = {} as T
  before(async () => void Object.assign(started, await start()))
  after(() => started.close())
  return started
}
