import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginsWith } from './file-marks.ts'

/** Milliseconds in which a process is over whose tests are. */
const patience = 20_000

/**
 * Runs the files of its arguments in this process, one after the other. All are read before the first test begins: a
 * server freezes what other libraries still write on when they are loaded. A test of nothing stands before each file, as
 * the runner does not say which file a test of a shared case belongs to.
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
