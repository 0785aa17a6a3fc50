import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'
import { ivBytes, joinParts, splitParts, tagBytes } from './sealed-format.ts'
import { SealedValueError } from './secret-errors.ts'

/** The row that a value is sealed for; it opens for no other row. `table` and `workspace` must not contain `|`. */
export interface SecretContext {
  readonly table: string
  readonly workspace: number | string
  readonly row: number | string
}

export interface SecretBox {
  /** The id of the key that seals values. */
  readonly keyId: string
  seal(text: string, context: SecretContext): Uint8Array
  /** Opens a sealed value. Throws SealedValueError if it was sealed for another row. */
  open(sealed: Uint8Array, context: SecretContext): string
  /** Opens a value and seals it with the current key. */
  reseal(sealed: Uint8Array, context: SecretContext): Uint8Array
}

const cipher = 'aes-256-gcm'
const options = { authTagLength: tagBytes }

export function createSecretBox(keyring: Keyring): SecretBox {
  const [sealingKey] = keyring
  const keys = new Map(keyring.map(({ id, key }) => [id, key]))

  function seal(text: string, context: SecretContext): Uint8Array {
    const iv = randomBytes(ivBytes)
    const sealer = createCipheriv(cipher, sealingKey.key, iv, options).setAAD(contextBytes(context))
    const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()])
    return joinParts({ keyId: sealingKey.id, iv, tag: sealer.getAuthTag(), text: body })
  }

  function open(sealed: Uint8Array, context: SecretContext): string {
    const { keyId, iv, tag, text } = splitParts(sealed)
    const key = keys.get(keyId)
    if (!key)
      throw new SealedValueError(
        'unknown_key',
        `The key ${keyId} that sealed this value is not on the key ring.`,
      )
    const opener = createDecipheriv(cipher, key, iv, options).setAAD(contextBytes(context)).setAuthTag(tag)
    const start = opener.update(text)
    try {
      return Buffer.concat([start, opener.final()]).toString('utf8')
    } catch {
      throw new SealedValueError('damaged', 'This sealed value was changed, or was sealed for another row.')
    }
  }

  return {
    keyId: sealingKey.id,
    seal,
    open,
    reseal: (sealed, context) => seal(open(sealed, context), context),
  }
}

/** Returns the id of the key that sealed the value; rotation reseals values of other keys. */
export function keyIdOf(sealed: Uint8Array): string {
  return splitParts(sealed).keyId
}

function contextBytes({ table, workspace, row }: SecretContext): Buffer {
  if (table.includes('|') || String(workspace).includes('|'))
    throw new TypeError('A table or workspace with a | in it could stand for another row.')
  return Buffer.from(`${table}|${workspace}|${row}`)
}
