import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The prefix of the vendor's keys, which tools may check. */
const prefix = 'pl'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 base62 characters hold 256 bits; 6 hold the CRC32 that lets secret scanners recognise keys. */
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

/** Stored hash of a key. Keys are random, so a plain hash suffices. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** Last characters of a key for display; null for short keys. */
export function suffixOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : ''
}
