/** Bodies of requests in S3-compatible storage: moved out in frames, read back, swept. Unused without GALLEY_S3_ENDPOINT. */

export { bodyColumns } from './body-queries.ts'
export { attachBodyStorage, type BodyStorage, BodyUnavailableError, bodyStorageOf } from './body-storage.ts'
export { openExportedBodies } from './exported-bodies.ts'
export { keepBodies } from './mover.ts'
export { deleteObjects, findOrphans, orphanReport } from './orphans.ts'
export { readBody, readBodyOrNull, readReferringBody } from './read-bodies.ts'
export { bodyStatus, bodyStorageTrouble, startMovingBack, startMovingOut } from './status.ts'
export type { StoredBody } from './stored-body.ts'
