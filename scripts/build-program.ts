import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bundle } from './package/bundle.ts'

/**
 * Builds the program of `npm start`, benches and tests into the folder that the argument names. The program is bundled as in
 * the npm package: its start takes 0.6 s of processor time and 130 to 139 MB, that of the sources 1.4 s and 163 to 178 MB.
 */
const folder = process.argv[2]!
const root = join(import.meta.dirname, '..')
const draft = `${folder}.${process.pid}`
const library = join(draft, 'lib')
/** Days after which the build of other sources is deleted. A server that runs from it still loads parts of it. */
const maxAgeDays = basename(dirname(folder)) === 'program' ? 30 : 1

mkdirSync(draft, { recursive: true })
await bundle(library)
link('dist/web', 'web')
link('dist/help', 'help')
link('package.json', 'package.json')
link('src/server/db/migrations', 'lib/migrations')
link('node_modules/swagger-ui-dist', 'lib/api-reference')
// Sandboxed processes may read only files of this folder, and follow no links.
for (const name of ['standard-library.py', 'prelude.py'])
  cpSync(join(root, 'src/server/edge/sandbox/runner', name), join(library, 'runner', name))
cpSync(join(root, 'scripts/package/start.mjs'), join(library, 'start.mjs'))
publish()
deleteOutdated()

function link(from: string, to: string): void {
  symlinkSync(join(root, from), join(draft, to))
}

/** Moves the build to its folder, unless another run has built the same meanwhile. */
function publish(): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function deleteOutdated(): void {
  const programs = dirname(folder)
  for (const name of readdirSync(programs)) {
    const other = join(programs, name)
    if (statSync(other).mtimeMs < Date.now() - maxAgeDays * 24 * 3_600_000)
      rmSync(other, { recursive: true, force: true })
  }
}
