import { z } from 'zod'
import { maxParameterValues } from '../../engine/limits.ts'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import {
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  named,
  textBoolean,
  textId,
  textInteger,
  textList,
  timestamp,
} from '../kit/index.ts'
import { registryListQuery } from '../prompts/registry-list.ts'

const define = endpointsOf({ tags: ['folders'] })
const path = '/api/public/v2/folders/entities'

const entityTypes = [
  'FOLDER',
  'PROMPT',
  'SNIPPET',
  'WORKFLOW',
  'DATASET',
  'REPORT',
  'AB_TEST',
  'INPUT_VARIABLE_SET',
] as const
export type EntityType = (typeof entityTypes)[number]
const EntityType = z.enum(entityTypes)

const oneType = { type: 'string', enum: entityTypes }
const typeFilter = textList
  .pipe(z.array(EntityType))
  .meta({ wire: { anyOf: [oneType, { type: 'array', items: oneType, maxItems: maxParameterValues }] } })

const threshold = z
  .union([
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,15})?$/, 'must be a number')
      .transform(Number),
    z.number(),
  ])
  .pipe(z.number().gt(0).max(2))
  .meta({ wire: { type: 'number', exclusiveMinimum: 0, maximum: 2 } })

export const FolderEntity = named('FolderEntity', {
  id: z.int(),
  name: z.string(),
  type: EntityType,
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  folder_id: z.int().nullable(),
  path: z.array(z.string()),
  metadata: z
    .looseObject({
      type: z.enum(['chat', 'completion']).nullish(),
      latest_version_number: z.int().nullish(),
      isDraft: z.boolean().optional(),
    })
    .nullable(),
  external_ids: z.array(ExternalId),
})

export const listFolderEntities = define({
  id: 'list_folder_entities_api_public_v2_folders_entities_get',
  get: path,
  summary: 'List the entities in a folder, or at the root',
  description:
    '`path` holds the names of the folders that lead to an entity. `flatten` includes the folders below, ' +
    'and so does an external id. `search_query` searches names, and the latest version of templates.',
  query: z
    .object({
      workspace_id: textId('workspace').optional(),
      folder_id: textId('folder').optional(),
      filter_type: typeFilter.optional(),
      search_query: cleanText.optional(),
      flatten: textBoolean.default(false),
      include_metadata: textBoolean.default(false),
      ...registryListQuery,
      sort_by: z.enum(['created_at', 'updated_at', 'name', 'id']).optional(),
      tags: textList.optional(),
      semantic_search: textBoolean.default(false),
      semantic_search_top_k: textInteger({ minimum: 1, maximum: 500 }).default(100),
      semantic_search_threshold: threshold.optional(),
    })
    .refine(hasCompleteExternalId, incompleteExternalId),
  success: { 200: named('ListFolderEntitiesResponse', { entities: z.array(FolderEntity) }) },
  example: { query: { flatten: true, include_metadata: true } },
})

const EntityReference = named('EntityReference', { id: z.int().positive(), type: EntityType })
const entities = z.array(EntityReference).max(1000)
const Count = named('FolderEntitiesCountResponse', { moved_count: z.int() })

export const moveFolderEntities = define({
  id: 'move_folder_entities_api_public_v2_folders_entities_post',
  post: path,
  summary: 'Move entities into a folder, or to the root; all or none',
  body: z
    .looseObject({
      entities,
      folder_id: idOf('folder').nullish(),
      workspace_id: idOf('workspace').nullish(),
    })
    .meta({ id: 'MoveFolderEntitiesRequest' }),
  success: { 200: Count },
  example: { body: { entities: [], folder_id: 1 } },
})

export const deleteFolderEntities = define({
  id: 'delete_folder_entities_api_public_v2_folders_entities_delete',
  delete: path,
  summary: 'Delete entities, with `cascade` also the contents of folders; all or none',
  description:
    '`moved_count` is the number of entities named in the call; entities deleted by `cascade` are not ' +
    'counted.',
  body: z
    .looseObject({
      entities,
      cascade: z.boolean().default(false),
      workspace_id: idOf('workspace').nullish(),
    })
    .meta({ id: 'DeleteFolderEntitiesRequest' }),
  returnsBefore: true,
  success: { 200: Count },
  example: { body: { entities: [], cascade: false } },
})
