import { z } from 'zod'
import { cleanText, ExternalIdText, SourceName } from '../kit/index.ts'
import { Moment } from '../moment.ts'

/** Filters and pages of all registry lists. */
export const registryListQuery = {
  created_by_email: cleanText.optional(),
  created_after: Moment.optional(),
  created_before: Moment.optional(),
  updated_after: Moment.optional(),
  updated_before: Moment.optional(),
  external_source: SourceName.optional(),
  external_id: ExternalIdText.optional(),
  sort_by: z.enum(['created_at', 'updated_at', 'name', 'id']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
}
