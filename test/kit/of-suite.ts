import { after, before } from 'node:test'

/**
 * Starts a resource before the tests of the suite and closes it after them; the returned object has no fields until then.
 * Hooks outside of a suite run at once, so a file with another such `before` starts the resource in it.
 */
export function ofSuite<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  const started = {} as T
  before(async () => void Object.assign(started, await start()))
  after(() => started.close())
  return started
}
