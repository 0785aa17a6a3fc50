import { readFileSync } from 'node:fs'
import { slowFiles } from './slow-files.ts'
import { isSlow } from './suites.ts'

/**
 * Whether a test file changes or measures its whole process. Hooks outside of a suite run for every file,
 * mocked timers stop the clock of all files, an SDK's tracing reports every file's requests, a loaded XML
 * library stays loaded, and the heap has the objects that earlier files left in it.
 */
const needsOwnProcess = (text: string): boolean =>
  /^(before|after)(Each)?\(|^const .*[oO]fSuite\(|mock\.timers|enableTracing: true|await loadXml\(|getHeapSpaceStatistics\(/m.test(
    text,
  )

/** Assumed seconds of a file without a measurement. */
const assumedSeconds = 4

/**
 * Groups of files that share a process, with at most `most` files, sorted by their seconds. Slow files, and
 * files that would disturb others, have a process of their own. There are at least `lanes` groups if there
 * are enough files.
 */
export function groupsOf(files: readonly string[], lanes: number, maxFiles: number): string[][] {
  const isAlone = (file: string) => isSlow(file) || needsOwnProcess(readFileSync(file, 'utf8'))
  const alone = files.filter(isAlone)
  const others = files.filter((file) => !alone.includes(file))
  const count = Math.max(Math.ceil(others.length / maxFiles), Math.min(lanes, others.length))
  const shared = Array.from({ length: count }, (): string[] => [])
  for (const file of others) {
    const open = shared.filter((group) => group.length < maxFiles)
    open.reduce((least, group) => (secondsOf(group) < secondsOf(least) ? group : least)).push(file)
  }
  const groups = [...alone.map((file) => [file]), ...shared]
  return groups.sort((left, right) => secondsOf(right) - secondsOf(left))
}

const secondsOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (slowFiles[file] ?? assumedSeconds), 0)
