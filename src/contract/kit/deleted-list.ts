import { z } from 'zod'
import { cleanText, textInteger, timestamp } from './fields.ts'
import { answer } from './named.ts'

const deletion = { deleted_at: timestamp, restorable_until: timestamp }

/** The common part of the endpoints that list deleted entities. `fields` are those of an entity in the list `key`. */
export function deletedList<Key extends string, Fields extends z.ZodRawShape>(
  id: string,
  key: Key,
  fields: Fields,
) {
  const entities = z.array(z.object({ ...fields, ...deletion }))
  return {
    query: z.object({
      /** A part of the name. */
      q: cleanText.max(200).optional(),
      limit: textInteger({ minimum: 1, maximum: 200 }).default(100),
    }),
    success: {
      200: answer(id, { ...({ [key]: entities } as Record<Key, typeof entities>), has_more: z.boolean() }),
    },
    example: { query: { limit: 10 } },
  }
}
