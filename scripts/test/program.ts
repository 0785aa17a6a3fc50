import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stampOf } from '../stamp.ts'
import { startsProcess } from './imports.ts'
import type { Phase } from './plan.ts'

/** Number of files from which on the build saves more time than it takes. */
const worthwhileFiles = 4
const sources = [
  'src/{server,contract,engine}/**/*.{ts,py}',
  'scripts/{package/*,test/build-program}.ts',
  'package-lock.json',
]

/**
 * Builds the program that tests start as a process, in a process of its own. Returns the variable that names
 * the program.
 */
export async function buildProgram(phases: readonly Phase[]): Promise<NodeJS.ProcessEnv> {
  const files = phases.flatMap((phase) => (phase.name === 'unit' ? [] : phase.files))
  if (files.filter(startsProcess).length < worthwhileFiles) return {}
  // The folder is named by a hash of the sources, because other runs in this clone may use or build the
  // program at the same time, also from other sources.
  const folder = resolve('.cache/test-program', stampOf('.', sources).slice(0, 16))
  if (!existsSync(folder)) {
    const build = spawn(process.execPath, ['scripts/test/build-program.ts', folder], { stdio: 'inherit' })
    const [code] = (await once(build, 'close')) as [number | null]
    if (code !== 0) throw new Error('the program could not be bundled')
  }
  return { GALLEY_TEST_PROGRAM: join(folder, 'lib/main.js') }
}
