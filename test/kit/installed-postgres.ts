import { spawnSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export type Binaries = { bin: string; version: string; source: string }

export const suffix = process.platform === 'win32' ? '.exe' : ''
const oldestSupported = 15

const defaultFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/** The newest usable server on this machine. `GALLEY_POSTGRES_BIN` names the only folder that is searched. */
export function findInstalledPostgres(): Binaries | undefined {
  const chosen = process.env['GALLEY_POSTGRES_BIN']
  const folders = chosen
    ? [chosen]
    : [...(process.env['PATH'] ?? '').split(delimiter), ...globSync(defaultFolders)]
  const servers = [...new Set(folders.flatMap(serverFolder))]
    .map((bin) => ({ bin, version: serverVersion(bin), source: 'installed binaries' }))
    .filter(({ version }) => Number.parseFloat(version) >= oldestSupported)
    .sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))
  if (chosen && !servers[0]) {
    throw new Error(`GALLEY_POSTGRES_BIN=${chosen} holds no PostgreSQL ${oldestSupported} or newer`)
  }
  return servers[0]
}

export function serverVersion(bin: string): string {
  const { stdout, error } = spawnSync(join(bin, `postgres${suffix}`), ['--version'], { encoding: 'utf8' })
  return error ? '' : (/\d+(\.\d+)*/.exec(stdout)?.[0] ?? '')
}

/**
 * Follows links first: beside a lone link to `postgres` there is no `initdb`, but beside its target there is.
 */
function serverFolder(folder: string): string[] {
  const server = join(folder, `postgres${suffix}`)
  if (!folder || !existsSync(server)) return []
  const bin = dirname(realpathSync(server))
  return existsSync(join(bin, `initdb${suffix}`)) ? [bin] : []
}
