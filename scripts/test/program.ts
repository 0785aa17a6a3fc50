import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stampOf } from '../stamp.ts'
import { startsProcess } from './imports.ts'
import type { Phase } from './plan.ts'

/** For fewer files the build takes longer than it saves. */
const worthwhileFiles = 4
const sources = [
  'src/{server,contract,engine}/**/*.{ts,py}',
  'scripts/{package/*,test/build-program}.ts',
  'package-lock.json',
]

/** Builds the program that tests start as a process, in a process of its own; returns the variable that names it. */
export async function buildProgram(phases: readonly Phase[]): Promise<NodeJS.ProcessEnv> {
  const files = phases.flatMap((phase) => (phase.name === 'unit' ? [] : phase.files))
  if (files.filter(startsProcess).length < worthwhileFiles) return {}
  // Other runs in this clone may use or build it at the same time, also from other sources.
  const folder = resolve('.cache/test-program', stampOf('.', sources).slice(0, 16))
  if (!existsSync(folder)) {
    const build = spawn(process.execPath, ['scripts/test/build-program.ts', folder], { stdio: 'inherit' })
    const [code] = (await once(build, 'close')) as [number | null]
    if (code !== 0) throw new Error('the program could not be bundled')
  }
  return { GALLEY_TEST_PROGRAM: join(folder, 'lib/main.js') }
}
