import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle, unbundledPackages } from './package/bundle.ts'
import { thirdPartyLicenses } from './package/third-party.ts'

/** Writes build/galley-VERSION.tgz, from which `npx` and `npm install -g` install Galley. */
const root = join(import.meta.dirname, '..')
const output = join(root, 'build/package')
const library = join(output, 'lib')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

rmSync(output, { recursive: true, force: true })
execFileSync(process.execPath, ['scripts/build-web.ts'], { cwd: root, stdio: 'inherit' })
const bundled = await bundle(library)

copy('dist/web', 'web')
// scripts/build-site.ts builds this folder; `npm run package` runs it first.
if (existsSync(join(root, 'dist/help'))) copy('dist/help', 'help')
copy('src/server/db/migrations', 'lib/migrations')
for (const name of ['standard-library.py', 'prelude.py'])
  copy(`src/server/edge/sandbox/runner/${name}`, `lib/runner/${name}`)
const apiReference = globSync(
  'node_modules/swagger-ui-dist/{swagger-ui.css,swagger-ui-bundle.js,favicon-32x32.png}',
  { cwd: root },
)
for (const file of apiReference) copy(file, `lib/api-reference/${file.split('/').at(-1)}`)
copy('scripts/package/bin.mjs', 'bin.mjs')
copy('scripts/package/start.mjs', 'lib/start.mjs')
for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) copy(name, name)
chmodSync(join(output, 'bin.mjs'), 0o755)
const licenses = thirdPartyLicenses([...bundled, ...apiReference.map((file) => join(root, file))])
const licensesOfWeb = readFileSync(join(root, 'dist/web/licenses.md'), 'utf8')
writeFileSync(join(output, 'THIRD-PARTY.md'), `# Server\n\n${licenses}\n# Web app\n\n${licensesOfWeb}`)
writeFileSync(join(output, 'package.json'), `${JSON.stringify(packagedManifest(), null, 2)}\n`)
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: output, stdio: 'inherit' })

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(output, to)), { recursive: true })
  cpSync(join(root, from), join(output, to), { recursive: true })
}

function packagedManifest(): object {
  const { name, version, description, license, type, dependencies } = manifest
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { galley: 'bin.mjs' },
    engines: { node: '^24.16.0 || >=26.1.0' },
    dependencies: Object.fromEntries(
      unbundledPackages.map((dependency) => [dependency, dependencies[dependency]]),
    ),
  }
}
