import { readFileSync } from 'node:fs'
import { slowFiles } from './slow-files.ts'
import { isSlow } from './suites.ts'

/**
 * Some test files change their whole process: hooks outside of a suite run for every file, mocked timers stop the clock
 * of all, an SDK's tracing reports every file's requests, and a loaded XML library stays loaded. Others measure the
 * heap, which depends on the objects that earlier files left in it.
 */
const needsOwnProcess = (text: string): boolean =>
  /^(before|after)(Each)?\(|mock\.timers|enableTracing: true|await loadXml\(|getHeapSpaceStatistics\(/m.test(
    text,
  )

/** Seconds of a file without a measurement. */
const usualSeconds = 4

/**
 * Files that share a process, at most `most`, sorted by their seconds: slow files, and files that would disturb others, have a
 * process of their own. At least `lanes` groups, if there are enough files.
 */
export function groupsOf(files: readonly string[], lanes: number, most: number): string[][] {
  const isAlone = (file: string) => isSlow(file) || needsOwnProcess(readFileSync(file, 'utf8'))
  const alone = files.filter(isAlone)
  const others = files.filter((file) => !alone.includes(file))
  const count = Math.max(Math.ceil(others.length / most), Math.min(lanes, others.length))
  const shared = Array.from({ length: count }, (): string[] => [])
  for (const file of others) {
    const open = shared.filter((group) => group.length < most)
    open.reduce((least, group) => (secondsOf(group) < secondsOf(least) ? group : least)).push(file)
  }
  const groups = [...alone.map((file) => [file]), ...shared]
  return groups.sort((one, other) => secondsOf(other) - secondsOf(one))
}

const secondsOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (slowFiles[file] ?? usualSeconds), 0)
