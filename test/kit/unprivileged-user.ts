import { spawnSync } from 'node:child_process'

export type User = { uid: number; gid: number }

/** A user for PostgreSQL, which refuses to run as root; undefined if this process is not root. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = numberFrom(['-u', name])
    const gid = numberFrom(['-g', name])
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody"')
}

function numberFrom(args: string[]): number {
  return Number.parseInt(spawnSync('id', args, { encoding: 'utf8' }).stdout, 10)
}
