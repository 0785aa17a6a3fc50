import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')
const reading = '\n## Reading\n'

/** Puts the report into the file; what a person wrote under "Reading" stays, to be brought up to date by hand. */
export function writeResults(report: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const at = old.indexOf(reading)
  writeFileSync(file, `${report}\n${at < 0 ? '' : old.slice(at)}`)
}
