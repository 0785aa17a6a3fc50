import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')
const reading = '\n## Reading\n'
const partStart = /^(?=# )/m

/**
 * Replaces a part of the file, found by its heading `# title`. The text under "Reading" at the end of the part stays; people
 * update it.
 */
export function writeResults(title: string, report: string): void {
  const parts = existsSync(file) ? readFileSync(file, 'utf8').split(partStart) : []
  const head = `# ${title}\n`
  const old = parts.findIndex((part) => part.startsWith(head))
  const index = old < 0 ? -1 : parts[old]!.indexOf(reading)
  const readingPart = index < 0 ? '' : parts[old]!.slice(index).trimEnd()
  parts.splice(old < 0 ? parts.length : old, 1, `${head}\n${report}\n${readingPart && `${readingPart}\n`}`)
  writeFileSync(
    file,
    parts
      .map((part) => part.trimEnd())
      .join('\n\n')
      .concat('\n'),
  )
}

export function runConditions(command: readonly string[], load: number): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${machine}; load average before the run ${load.toFixed(1)} (a quiet machine: under 0.5).
Made by \`npm run bench -- ${command.join(' ')}\`.`
}
