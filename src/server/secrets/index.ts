/** Loading the keys at the start, and rotation of all sealed columns. */

export { checkStoredKey } from './check-key.ts'
export { openSecrets } from './open-secrets.ts'
export { type Rotation, rotateSecrets } from './rotate.ts'
export { type SealedColumn, sealedFor } from './sealed-columns.ts'
export { suffixOf } from './suffix.ts'
