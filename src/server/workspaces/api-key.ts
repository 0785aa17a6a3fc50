import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The prefix of the vendor's keys, which tools may require. */
const prefix = 'pl'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 base62 characters have 256 bits. 6 more have the CRC32, by which secret scanners recognise keys. */
const secretLength = 43
const checkLength = 6

function base62(value: bigint, length: number): string {
  let text = ''
  for (let quotient = value; text.length < length; quotient /= 62n)
    text = alphabet[Number(quotient % 62n)] + text
  return text
}

export function generateApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}_${secret}${base62(BigInt(crc32(secret)), checkLength)}`
}

/** The hash of a key that is stored. A plain hash is enough, because keys are random. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** The last characters of a key, for display; empty for a short key. */
export function suffixOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : ''
}
