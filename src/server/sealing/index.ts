/** Secrets are sealed for one column and row, with a key that is loaded at the start and can be rotated. */

export { checkCanary, makeCanary, missingKey } from './canary.ts'

export { existingKeyring, type KeySettings, loadKeyring } from './load-keyring.ts'
export { createSecretBox, keyIdOf, type SecretBox, type SecretContext } from './secret-box.ts'
export { SealedValueError, SecretKeyError } from './secret-errors.ts'
