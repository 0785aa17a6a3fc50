import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { startsProcess } from './imports.ts'
import type { Phase } from './plan.ts'

/** For fewer files the build takes longer than it saves. */
const worthwhileFiles = 4

/** Builds the program that tests start as a process, in a process of its own; returns the variable that names it. */
export async function buildProgram(phases: readonly Phase[]): Promise<NodeJS.ProcessEnv> {
  const files = phases.flatMap((phase) => (phase.name === 'unit' ? [] : phase.files))
  if (files.filter(startsProcess).length < worthwhileFiles) return {}
  const folder = resolve('.cache/test-program')
  const build = spawn(process.execPath, ['scripts/test/build-program.ts', folder], { stdio: 'inherit' })
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error('the program could not be bundled')
  return { GALLEY_TEST_PROGRAM: join(folder, 'lib/main.js') }
}
