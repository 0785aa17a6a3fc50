import { BlockList, isIP } from 'node:net'
import { readAllowEntry, withoutFinalDot } from './outbound-allow.ts'
import { addSubnet, isPublicAddress } from './public-addresses.ts'

/** A connection's address, its host name and its port. */
export interface Target {
  readonly address: string
  readonly host: string
  readonly port: number
}

export interface AddressPolicy {
  permits(target: Target): boolean
}

/** Permits public addresses, and private addresses that the operator allows. */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const exceptions = allow.map(readAllowEntry).map((entry) => {
    if (entry.kind === 'host') return { port: entry.port, covers: ({ host }: Target) => host === entry.host }
    const range = new BlockList()
    addSubnet(range, entry.cidr)
    const covers = ({ address }: Target) => range.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return { port: entry.port, covers }
  })
  return {
    permits(target) {
      if (isIP(target.address) === 0) return false
      if (isPublicAddress(target.address)) return true
      const normalTarget = { ...target, host: withoutFinalDot(target.host) }
      return exceptions.some(
        ({ port, covers }) => (port === null || port === target.port) && covers(normalTarget),
      )
    },
  }
}
