import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginsWith } from './file-marks.ts'

/** Milliseconds in which the process must end after its tests. */
const patience = 20_000

/**
 * Runs the files of its arguments in this process, one after the other. All files are imported before the
 * first test begins, because a server freezes built-ins that other libraries change when they are loaded. An
 * empty test precedes each file, because the runner does not report the file of a test in a shared process.
 */
const { promise: allAreRead, resolve: begin } = Promise.withResolvers<void>()
void test('all files are read', () => allAreRead)
for (const file of process.argv.slice(2)) {
  void test(beginsWith(file), () => {})
  await import(pathToFileURL(resolve(file)).href)
}
begin()

after(() => {
  const complain = () => {
    console.log(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  setTimeout(complain, patience).unref()
})
