import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/kit/free-port.ts'
import { findInstalledPostgres } from '../../test/kit/installed-postgres.ts'
import { serverVersionAt } from '../../test/kit/server-version.ts'
import { unprivilegedUser } from '../../test/kit/unprivileged-user.ts'

const startSeconds = 60
const initialise = [
  ...['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'],
  ...['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
]

export interface Cluster {
  readonly url: string
  readonly version: string
  stop(): Promise<void>
}

/** PostgreSQL on a persistent folder, which is created if it does not exist. */
export async function startCluster(folder: string, settings: readonly string[]): Promise<Cluster> {
  const bin = findInstalledPostgres()?.bin
  if (!bin) throw new Error('a kept set needs an installed PostgreSQL')
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  if (!existsSync(data)) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
    execFileSync(join(bin, 'initdb'), ['-D', data, ...initialise], { ...user, cwd: folder })
  }
  const port = await freePort()
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])]
  const child = spawn(join(bin, 'postgres'), args, { cwd: folder, stdio: 'ignore', ...user })
  process.once('exit', () => child.kill('SIGQUIT'))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const version = await versionWhenReady(url)
  return {
    url,
    version,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}

async function versionWhenReady(url: string): Promise<string> {
  const deadline = Date.now() + startSeconds * 1000
  while (Date.now() < deadline) {
    const version = await serverVersionAt(url).catch(() => undefined)
    if (version) return version
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not start within ${startSeconds} s`)
}
