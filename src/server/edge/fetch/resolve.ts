import { lookup } from 'node:dns/promises'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Asks the system, hosts file and search domains included. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * At most so many lookups at once; the others wait. A system lookup holds one of the few threads that also serve
 * files and hashes, and a name server of the caller's choosing decides for how long.
 */
export function limitLookups(resolve: Resolve, atOnce: number): Resolve {
  const waiting: (() => void)[] = []
  let running = 0
  return async (host) => {
    if (running === atOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await resolve(host)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
