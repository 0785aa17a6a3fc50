import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { loadUndici } from '../../program-paths.ts'
import type { AddressPolicy } from './address-policy.ts'
import { defaultPort, plainHost } from './check-url.ts'
import { blockedAddress, OutboundError } from './outbound-error.ts'
import type { LimitedResolve, Resolve } from './resolve.ts'

const connectTimeoutMs = 10_000

/**
 * Connects to permitted addresses only. A name is looked up once, and the socket gets exactly the checked addresses, which
 * prevents DNS rebinding.
 */
export function createConnector(
  policy: AddressPolicy,
  resolve: LimitedResolve,
  closing: AbortSignal,
): buildConnector.connector {
  return (options, callback) => {
    const host = plainHost(options.hostname)
    const port = Number(options.port) || defaultPort(options.protocol)
    if (isIP(host) !== 0 && !policy.permits({ address: host, host, port }))
      return callback(blockedAddress(host), null)

    // Cancels the lookup if the connection is aborted.
    const connecting = new AbortController()
    const resolveHost = (name: string) => resolve(name, connecting.signal)
    const lookup = checkedLookup(resolveHost, (address) => policy.permits({ address, host, port }))
    const connect = loadUndici().buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup,
      signal: closing,
    })
    connect(options, (error, socket) => {
      connecting.abort()
      if (error) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      if (policy.permits({ address, host, port })) return callback(null, socket)
      socket.destroy()
      callback(blockedAddress(host), null)
    })
  }
}

function checkedLookup(resolve: Resolve, permits: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    findAddresses(resolve, host, permits).then(
      (addresses) => {
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0]!.address, addresses[0]!.family)
      },
      (error) => callback(error, []),
    )
  }
}

/** Returns all addresses of the host. Throws unless all are permitted. */
async function findAddresses(resolve: Resolve, host: string, permits: (address: string) => boolean) {
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new OutboundError('network', `${host} has no address.`)
  if (!addresses.every(permits)) throw blockedAddress(host)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
