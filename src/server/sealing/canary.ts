import { keyIdOf, type SecretBox, type SecretContext } from './secret-box.ts'
import { SealedValueError, SecretKeyError } from './secret-errors.ts'

const fixedText = 'galley canary'
const context: SecretContext = { table: 'secret_canary', workspace: 0, row: 'canary' }

/** Seals a fixed value, which is stored at the first start, so that a start with other keys is noticed. */
export function makeCanary(box: SecretBox): Uint8Array {
  return box.seal(fixedText, context)
}

/** Throws SecretKeyError unless the keys open the stored canary. */
export function checkCanary(box: SecretBox, canary: Uint8Array): void {
  try {
    if (box.open(canary, context) === fixedText) return
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error
    if (error.code === 'unknown_key') throw missingKey(canary)
  }
  throw new SecretKeyError(
    'The canary of this database was changed, so its key does not open it. Restore a backup.',
  )
}

/** The error for keys that do not include the key of the stored canary. */
export const missingKey = (canary: Uint8Array): SecretKeyError =>
  new SecretKeyError(
    `The secrets of this database were sealed with key ${keyIdOf(canary)}, and no setting has that key. ` +
      'Set GALLEY_SECRET_KEY to this key (if you are changing keys, write the newer key before it), or restore the secret-key file of the data folder.',
  )
