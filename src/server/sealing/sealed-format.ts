import { keyIdBytes } from './keyring.ts'
import { SealedValueError } from './secret-errors.ts'

/** version (1) · key id (4) · IV (12) · tag (16) · sealed text */
export const formatVersion = 1
export const ivBytes = 12
export const tagBytes = 16
const ivStart = 1 + keyIdBytes
const tagStart = ivStart + ivBytes
export const headBytes = tagStart + tagBytes

export interface SealedParts {
  readonly keyId: string
  readonly iv: Uint8Array
  readonly tag: Uint8Array
  readonly text: Uint8Array
}

export function joinParts({ keyId, iv, tag, text }: SealedParts): Uint8Array {
  return Buffer.concat([Buffer.of(formatVersion), Buffer.from(keyId, 'hex'), iv, tag, text])
}

export function splitParts(sealed: Uint8Array): SealedParts {
  if (sealed.length < headBytes || sealed[0] !== formatVersion)
    throw new SealedValueError('unknown_format', 'This is not a sealed value of a known format.')
  return {
    keyId: Buffer.from(sealed.subarray(1, ivStart)).toString('hex'),
    iv: sealed.subarray(ivStart, tagStart),
    tag: sealed.subarray(tagStart, headBytes),
    text: sealed.subarray(headBytes),
  }
}
