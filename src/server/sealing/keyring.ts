import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { SecretKeyError } from './secret-errors.ts'

export interface SecretKey {
  /** Identifies the key without revealing it: the start of a hash, in hex. */
  readonly id: string
  readonly key: KeyObject
}

/** The first key seals values; each of them can open values. */
export type Keyring = readonly [SecretKey, ...SecretKey[]]

export const keyBytes = 32
export const keyIdBytes = 4

/** Parses keys separated by commas. `source` says in messages where the keys come from. */
export function parseKeyring(text: string, source: string): Keyring {
  const keys = text
    .split(',')
    .map((keyText, index) => readKey(keyText.trim(), `Key ${index + 1} of ${source}`))
  const ids = keys.map(({ id }) => id)
  const duplicate = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (duplicate !== -1) throw new SecretKeyError(`Key ${duplicate + 1} of ${source} occurs twice.`)
  return keys as [SecretKey, ...SecretKey[]]
}

/** Messages never contain the key. */
function readKey(text: string, name: string): SecretKey {
  const bytes = decodeKey(text)
  if (bytes?.length !== keyBytes)
    throw new SecretKeyError(
      `${name} is not a key: it must be ${keyBytes} random bytes in base64 or hex, as "openssl rand -base64 32" makes them.`,
    )
  if (new Set(bytes).size < 8)
    throw new SecretKeyError(`${name} repeats the same bytes; make a key with "openssl rand -base64 32".`)
  return { id: idOf(bytes), key: createSecretKey(bytes) }
}

function decodeKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  // Buffer decodes both alphabets of base64.
  if (/^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/.test(text)) return Buffer.from(text, 'base64')
  return null
}

function idOf(key: Buffer): string {
  const hash = createHash('sha256').update('galley secret key id\0').update(key).digest()
  return hash.subarray(0, keyIdBytes).toString('hex')
}
