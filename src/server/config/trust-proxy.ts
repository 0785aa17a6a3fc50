import { isIP } from '../edge/index.ts'
import { ConfigError } from './config-error.ts'

/** Number of proxies in front of Galley, or their addresses; null: X-Forwarded-For is ignored. */
export type TrustProxy = number | readonly string[] | null

const maxHops = 10

/** GALLEY_TRUST_PROXY: `off`, a number of hops, or comma-separated addresses and ranges. */
export function readTrustProxy(text: string): TrustProxy {
  const value = text.trim()
  if (value === '' || value === 'off' || value === '0') return null
  if (/^\d+$/.test(value)) {
    if (Number(value) > maxHops) throw invalidEntry(value, `at most ${maxHops} hops can be trusted`)
    return Number(value)
  }
  const entries = value.split(',').map((entry) => entry.trim())
  for (const entry of entries)
    if (!isRange(entry)) throw invalidEntry(entry, 'it is neither an address nor a range')
  return entries
}

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

const invalidEntry = (entry: string, why: string) =>
  new ConfigError(
    `GALLEY_TRUST_PROXY: "${entry}" cannot be used: ${why}. Use off, a number of hops, or addresses and ranges such as 10.0.0.0/8.`,
  )
