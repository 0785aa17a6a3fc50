import { z } from 'zod'
import { named } from '../kit/index.ts'

/** Types of entities that comments and notifications refer to. */
export const subjectTypes = ['prompt', 'request', 'trace', 'sheet'] as const

/** The subject of a comment or notification, with its name and location. */
export const Subject = named('CommentSubject', {
  type: z.enum(subjectTypes),
  /** Id of the prompt, request, trace or sheet. */
  id: z.string(),
  /** Name of the prompt, or title of the sheet's table; empty for requests and traces. */
  name: z.string(),
  /** The table of a sheet; null for other subjects. */
  table_id: z.string().nullable(),
  /** The version of the prompt that is meant; null: the prompt as a whole. */
  version_number: z.int().nullable(),
  /** Index of the row that is meant; null: the sheet as a whole, or a deleted row. */
  row_index: z.int().nullable(),
})
