import { lookup } from 'node:dns/promises'
import { Permits } from '../../permits.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>
/** The signal ends the wait for a turn; a lookup that has begun goes on. */
export type LimitedResolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** Asks the system, hosts file and search domains included. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * At most so many lookups at once, and fewer of one workspace; the others wait, until the signal. A system lookup holds one
 * of the few threads that also serve files and hashes, and a name server of the caller's choosing decides for how long.
 */
export function limitLookups(resolve: Resolve, atOnce: number, ofOne: number): LimitedResolve {
  const permits = new Permits(atOnce, ofOne)
  return async (host, signal) => {
    const release = await permits.take(Number.POSITIVE_INFINITY, signal)
    try {
      return await resolve(host)
    } finally {
      release()
    }
  }
}
