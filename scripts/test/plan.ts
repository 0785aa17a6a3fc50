import { globSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { dependsOnEngine } from './imports.ts'
import { slowFiles } from './slow-files.ts'

export const phaseNames = ['unit', 'sqlite', 'postgres', 'browser'] as const
export type PhaseName = (typeof phaseNames)[number]
export type Phase = { name: PhaseName; files: string[] }

/**
 * The phases of a run. A file that depends on the engine runs once on each engine, a file named
 * `*.sqlite.test.ts` on that one only, and test/web once, in a browser. The slowest files begin first, then
 * the largest.
 */
export function planPhases(filters: readonly string[], only: PhaseName | undefined): Phase[] {
  const files = globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'])
    .map((file) => file.split(sep).join('/'))
    .filter((file) => matches(file, filters))
    .sort()
    .map((file) => ({ file, seconds: slowFiles[file] ?? 0, bytes: statSync(file).size }))
    .sort((left, right) => right.seconds - left.seconds || right.bytes - left.bytes)
    .map(({ file }) => file)
  return phaseNames
    .filter((name) => !only || name === only)
    .map((name) => ({ name, files: files.filter((file) => belongs(file, name)) }))
}

function matches(file: string, filters: readonly string[]): boolean {
  const parts = filters.flatMap((filter) => [filter, relative('.', resolve(filter)).split(sep).join('/')])
  return filters.length === 0 || parts.some((part) => file.includes(part))
}

function belongs(file: string, phase: PhaseName): boolean {
  if (file.startsWith('test/web/')) return phase === 'browser'
  const onlyOn = /\.(sqlite|postgres)\.test\.ts$/.exec(file)?.[1]
  if (onlyOn) return onlyOn === phase
  return dependsOnEngine(file) ? phase === 'sqlite' || phase === 'postgres' : phase === 'unit'
}
