import { z } from 'zod'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import { cleanText, named, nameText, textInteger } from '../kit/index.ts'
import { registryListQuery } from '../prompts/registry-list.ts'

export const success = z.literal(true)

/** Fields of a list answer beside its items. */
export const pageEnvelope = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
}

export const workspaceFilter = {
  workspace_id: textInteger({ minimum: 1 }).meta({ entity: 'workspace' }).optional(),
}

export const pageQuery = {
  page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
  per_page: textInteger({ minimum: 1, maximum: 100 }).default(10),
}

/** Filters and order of both lists. */
export const listQuery = {
  ...workspaceFilter,
  name: cleanText.optional(),
  status: z.enum(['active', 'deleted', 'all']).default('active'),
  ...pageQuery,
  ...registryListQuery,
}

export const completeExternalId = [hasCompleteExternalId, incompleteExternalId] as const

/** A dataset value in a row. */
export const DatasetRowCell = named('DatasetRowCell', { type: z.literal('dataset'), value: z.unknown() })

export const EntityName = nameText(255)
