import { cleanText, textInteger, timestamp } from './fields.ts'

/** The query of a list of deleted entities. */
export const deletedSearch = {
  /** A part of the name. */
  q: cleanText.max(200).optional(),
  limit: textInteger({ minimum: 1, maximum: 200 }).default(100),
}

/** The times of a deleted entity. */
export const deletion = { deleted_at: timestamp, restorable_until: timestamp }
