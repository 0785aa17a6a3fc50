import { lookup } from 'node:dns/promises'
import { Permits } from '../../pacing/permits.ts'

export type Resolve = (host: string) => Promise<readonly string[]>
/** The signal ends the wait for a permit; a running lookup continues. */
export type LimitedResolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** Uses the system's resolver, including the hosts file and search domains. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const addresses = await lookup(host, { all: true, verbatim: true })
  return addresses.map(({ address }) => address)
}

/**
 * Limits concurrent lookups, in total and for one workspace. A system lookup blocks one of the few threads that also
 * serve files and hashes until the name server answers.
 */
export function limitLookups(resolve: Resolve, max: number, maxOfWorkspace: number): LimitedResolve {
  const permits = new Permits(max, maxOfWorkspace)
  return (host, signal) => permits.hold(() => resolve(host), signal)
}
