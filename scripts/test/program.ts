import { join } from 'node:path'
import { builtProgram } from '../built-program.ts'
import { startsProcess } from './imports.ts'
import type { Phase } from './plan.ts'

/** Number of files from which on the build saves more time than it takes. */
const minFilesForBuild = 4

/** Builds the program that tests start as a process. Returns the variable that names it. */
export async function buildProgram(phases: readonly Phase[]): Promise<NodeJS.ProcessEnv> {
  const files = phases.flatMap((phase) => (phase.name === 'unit' ? [] : phase.files))
  if (files.filter(startsProcess).length < minFilesForBuild) return {}
  return { GALLEY_TEST_PROGRAM: join(await builtProgram('test-program'), 'lib/main.js') }
}
