/** The key ring at start, and rotation over every sealed column. */

export { openSecrets } from './open-secrets.ts'
export { type Rotation, rotateSecrets } from './rotate.ts'
export { type SealedColumn, sealedFor } from './sealed-columns.ts'
export { suffixOf } from './suffix.ts'
