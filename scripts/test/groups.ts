import { readFileSync } from 'node:fs'
import { isSlow } from './suites.ts'

/**
 * Some test files change their whole process: hooks outside of a suite run for every file, mocked timers stop the clock of
 * all, an SDK's tracing reports every file's requests, and a loaded XML library stays loaded.
 */
const needsOwnProcess = (text: string): boolean =>
  /^(before|after)(Each)?\(|mock\.timers|enableTracing: true|await loadXml\(/m.test(text)

/**
 * Files that share a process, at most `most`: slow files, and files that would disturb others, have one of their own. At
 * least `lanes` groups, if there are enough files.
 */
export function groupsOf(files: readonly string[], lanes: number, most: number): string[][] {
  const isAlone = (file: string) => isSlow(file) || needsOwnProcess(readFileSync(file, 'utf8'))
  const alone = files.filter(isAlone)
  const others = files.filter((file) => !alone.includes(file))
  const count = Math.max(Math.ceil(others.length / most), Math.min(lanes, others.length))
  // Dealt out one by one, because files are sorted by size and groups should take equally long.
  const dealt = Array.from({ length: count }, (_, group) => others.filter((_, at) => at % count === group))
  return [...alone.map((file) => [file]), ...dealt]
}
