/**
 * Bodies of requests. Media are taken out of bodies and spans on arrival and put back on reading. With
 * GALLEY_S3_ENDPOINT, bodies and media move to S3-compatible storage.
 */

import type { Handlers } from '../http/handler.ts'
import { readMedia } from './media/read-media.ts'

export { bodyColumns, markForRepacking } from './body-queries.ts'
export {
  attachBodyStorage,
  type BodyStorage,
  BodyUnavailableError,
  bodyStorageOf,
  closeBodyStorage,
} from './body-storage.ts'
export { deleteObjectsOf } from './delete-objects.ts'
export { openExportedBodies } from './exported-bodies.ts'
export { findMedia } from './media/find-media.ts'
export {
  deleteSpanMedia,
  describeMedia,
  holdersOfMedia,
  insertMedia,
  insertSpanMedia,
  listHashes,
  listMedia,
  listSpanMedia,
  lockMedia,
  mediaOfSpans,
} from './media/media-queries.ts'
export { putBackMedia } from './media/put-back.ts'
export { referencePrefix } from './media/reference.ts'
export { type Media, takeOutMedia, takeOutOfText } from './media/take-out.ts'
export { moveBodies } from './mover.ts'
export { deleteObjects, findOrphans, orphanReport } from './orphans.ts'
export { readBody, readBodyOrNull, readReferringBody } from './read-bodies.ts'
export { bodyStatus, bodyStorageProblem, startMovingBack, startMovingOut } from './status.ts'
export type { StoredBody } from './stored-body.ts'

export const mediaHandlers = { readMedia } satisfies Partial<Handlers>
