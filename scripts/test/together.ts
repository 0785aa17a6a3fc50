import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { markerOf } from './file-marks.ts'

/** Milliseconds in which the process must end after its tests. */
const endTimeout = 20_000

/**
 * Runs the files of its arguments in this process, one after the other. All files are imported before the
 * first test begins, because a server freezes built-ins that other libraries change when they are loaded. An
 * empty test precedes each file, because the runner does not report the file of a test in a shared process.
 */
const { promise: allAreRead, resolve: begin } = Promise.withResolvers<void>()
void test('all files are read', () => allAreRead)
for (const file of process.argv.slice(2)) {
  void test(markerOf(file), () => {})
  await import(pathToFileURL(resolve(file)).href)
}
begin()

after(() => {
  const exitWithOpenHandles = () => {
    console.log(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  setTimeout(exitWithOpenHandles, endTimeout).unref()
})
