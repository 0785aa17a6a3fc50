import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, cpSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { type Binaries, suffix } from './installed-postgres.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { serverVersionAt } from './server-version.ts'
import { type User, unprivilegedUser } from './unprivileged-user.ts'

export type Cluster = { url: string; version: string; stop(): Promise<void> }

const startSeconds = 60

// The collation is linguistic, as in production: under "C", an ORDER BY without its collation would pass.
const clusterOptions = [
  ...['--username=postgres', '--auth=scram-sha-256', '--no-sync', '--encoding=UTF8'],
  ...['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
]

// Nothing is flushed to disk, because the data does not outlive the run.
const withoutFlushes = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export async function startThrowAwayCluster(binaries: Binaries, settings = withoutFlushes): Promise<Cluster> {
  const folder = makeScratchFolder()
  try {
    const user = unprivilegedUser()
    if (user) chownSync(folder, user.uid, user.gid)
    const bin = user && binaries.source === 'npm package' ? copyTo(folder, binaries.bin) : binaries.bin
    const password = randomBytes(18).toString('hex')
    const data = join(folder, 'data')
    await initialise(bin, folder, data, password, user)

    const port = await freePort()
    const addressOptions = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const options = [...addressOptions, 'max_connections=200', ...settings]
    const args = ['-D', data, ...options.flatMap((option) => ['-c', option])]
    const guard = startGuarded({ folder, command: join(bin, `postgres${suffix}`), args, ...user })
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const version = await whenReady(url, guard, folder)
    return { url, version, stop: () => release(guard) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Copies the program, because the user that the server runs as cannot read a checkout in root's home. The
 * copy takes 0.1 s.
 */
function copyTo(folder: string, bin: string): string {
  cpSync(join(bin, '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

async function initialise(
  bin: string,
  folder: string,
  data: string,
  password: string,
  user?: User,
): Promise<void> {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const args = ['-D', data, `--pwfile=${passwordFile}`, ...clusterOptions]
  const options = { cwd: folder, env: quietEnvironment(), ...user }
  await promisify(execFile)(join(bin, `initdb${suffix}`), args, options)
}

/**
 * Starts the guard in a session of its own: Ctrl-C must not reach the server before the tests that still use
 * it.
 */
function startGuarded(job: { folder: string; command: string; args: string[] }): ChildProcess {
  const log = openSync(join(job.folder, 'log'), 'a')
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), JSON.stringify(job)], {
    detached: true,
    windowsHide: true,
    env: quietEnvironment(),
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  guard.unref()
  return guard
}

async function whenReady(url: string, guard: ChildProcess, folder: string): Promise<string> {
  const deadline = Date.now() + startSeconds * 1000
  while (guard.exitCode === null && Date.now() < deadline) {
    const version = await serverVersionAt(url).catch(() => undefined)
    if (version) return version
    await sleep(30)
  }
  const log = readFileSync(join(folder, 'log'), 'utf8').trim()
  await release(guard)
  throw new Error(`PostgreSQL did not start within ${startSeconds} s: ${log.slice(-2000)}`)
}

async function release(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return
  guard.ref()
  guard.stdin?.end()
  await once(guard, 'exit')
}

/** The environment without the caller's PostgreSQL variables, with English messages. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name))
  return { ...Object.fromEntries(variables), LC_ALL: 'C' }
}
