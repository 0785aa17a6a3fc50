import { restorableMilliseconds } from '../../engine/restorable.ts'
import { isoTime } from './iso-time.ts'

/** When an entity was deleted, and how long it can be restored. */
export const presentDeletion = (deletedAt: number) => ({
  deleted_at: isoTime(deletedAt),
  restorable_until: isoTime(deletedAt + restorableMilliseconds),
})
