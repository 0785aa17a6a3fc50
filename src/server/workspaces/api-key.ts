import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** As the vendor's keys begin: tools that look at the prefix keep working. */
const prefix = 'pl'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 base62 characters hold 256 bits; 6 hold the CRC32 by which secret scanners tell a key from noise. */
const secretLength = 43
const checkLength = 6

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

export function generateApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}_${secret}${base62(BigInt(crc32(secret)), checkLength)}`
}

/** What is stored of a key. Keys are random, so a plain hash cannot be reversed by guessing. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** Enough to tell one's keys apart; nothing of a key so short that four characters would give it away. */
export function suffixOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : ''
}
