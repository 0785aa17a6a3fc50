import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stampOf } from './stamp.ts'

const root = join(import.meta.dirname, '..')
const sources = [
  'src/{server,contract,engine}/**/*.{ts,py}',
  'scripts/{package/*,build-program}.{ts,mjs}',
  'package-lock.json',
]

/**
 * Returns the folder of the bundled program below `.cache/<use>`, and builds it in a process of its own unless these sources
 * are built already.
 */
export async function builtProgram(use: 'program' | 'test-program'): Promise<string> {
  // The folder is named by a hash of the sources, because another process in this clone may use or build the program at the
  // same time, also from other sources.
  const folder = join(root, '.cache', use, stampOf(root, sources).slice(0, 16))
  if (!existsSync(folder)) {
    const builder = join(import.meta.dirname, 'build-program.ts')
    const build = spawn(process.execPath, [builder, folder], { stdio: 'inherit' })
    const [code] = (await once(build, 'close')) as [number | null]
    if (code !== 0) throw new Error('the program could not be bundled')
  }
  return folder
}
