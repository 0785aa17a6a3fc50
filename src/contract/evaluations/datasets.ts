import { z } from 'zod'
import {
  clashErrors,
  cleanText,
  defineEndpoint,
  ExternalId,
  idOf,
  namedErrors,
  standardErrors,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { StructuredFilterGroup } from '../request-search.ts'
import { uuidOf } from '../tables/fields.ts'
import { AddedTrace, FileContent, FileName, fileAt, mostRequestLogs } from '../tables/imports.ts'
import {
  DatasetRowCell,
  EntityName,
  listQuery,
  pageEnvelope,
  pageQuery,
  success,
  wholeExternalId,
  workspaceFilter,
} from './fields.ts'

const tags = ['datasets'] as const
const deprecated = true
const auth = 'header'
const versions = '/api/public/v2/dataset-versions'

const GroupId = idOf('dataset-group')
const groupOnly = z.looseObject({ dataset_group_id: GroupId })

export const DatasetGroup = z
  .object({ id: z.int(), name: z.string(), workspace_id: z.int(), is_deleted: z.boolean() })
  .meta({ id: 'DatasetGroup' })

export const Dataset = z
  .object({
    id: z.int(),
    dataset_group_id: z.int(),
    /** -1: the draft; 0: rows are still being read. */
    version_number: z.int(),
    column_names: z.array(z.string()),
    row_count: z.int(),
    filter_params: z.record(z.string(), z.unknown()).nullable(),
    is_deleted: z.boolean(),
    /** Why it could not be filled. */
    error_message: z.string().nullable(),
    user_id: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    dataset_group: DatasetGroup,
    external_ids: z.array(ExternalId),
  })
  .meta({ id: 'Dataset' })

export const listDatasets = defineEndpoint({
  id: 'listDatasets',
  method: 'get',
  path: '/api/public/v2/datasets',
  summary: 'List versions of datasets',
  description: 'A prompt, version or label filters by the evaluations that use a dataset and run it.',
  tags,
  auth,
  deprecated,
  query: z
    .object({
      dataset_group_id: textInteger({ minimum: 1 }).optional(),
      prompt_id: textInteger({ minimum: 1 }).optional(),
      prompt_version_id: textInteger({ minimum: 1 }).optional(),
      prompt_label_id: textInteger({ minimum: 1 }).optional(),
      report_id: textInteger({ minimum: 1 }).optional(),
      ...listQuery,
    })
    .refine(...wholeExternalId),
  success: {
    200: z.object({ success, message: z.string(), datasets: z.array(Dataset), ...pageEnvelope }),
  },
  errors: standardErrors,
  example: { query: { name: 'support', per_page: 10 } },
})

export const listDatasetRows = defineEndpoint({
  id: 'getDatasetRows',
  method: 'get',
  path: '/api/public/v2/datasets/{dataset_id}/rows',
  summary: 'Read rows of a dataset, or those that hold a text',
  tags,
  auth,
  deprecated,
  params: z.object({ dataset_id: textId('dataset') }),
  query: z.object({ ...workspaceFilter, ...pageQuery, q: cleanText.max(1000).optional() }),
  success: {
    200: z
      .object({
        success,
        message: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(DatasetRowCell)),
        ...pageEnvelope,
      })
      .meta({ id: 'DatasetRowsResponse' }),
  },
  errors: standardErrors,
  example: { params: { dataset_id: 1 }, query: { q: 'refund' } },
})

export const createDatasetGroup = defineEndpoint({
  id: 'createDatasetGroup',
  method: 'post',
  path: '/api/public/v2/dataset-groups',
  summary: 'Create a dataset group with its first draft',
  tags,
  auth,
  deprecated,
  body: z.looseObject({
    name: EntityName.nullish(),
    workspace_id: idOf('workspace').nullish(),
    folder_id: idOf('folder').nullish(),
    external_ids: z.array(ExternalId).max(100).nullish(),
  }),
  success: {
    201: z
      .object({
        success,
        message: z.string(),
        dataset_group: DatasetGroup,
        dataset: Dataset,
        external_ids: z.array(ExternalId),
      })
      .meta({ id: 'CreateDatasetGroupResponse' }),
  },
  errors: clashErrors,
  example: { body: { name: 'support questions' } },
})

const Draft = z
  .object({ success, message: z.string(), draft_dataset_id: z.int() })
  .meta({ id: 'DraftDatasetVersionResponse' })

export const createDraftDataset = defineEndpoint({
  id: 'createDraftDatasetVersion',
  method: 'post',
  path: `${versions}/create-draft`,
  summary: 'Begin a draft, empty or with the rows of a version of the group',
  tags,
  auth,
  deprecated,
  body: z.looseObject({
    dataset_group_id: idOf('saved-dataset-group'),
    source_dataset_id: idOf('dataset').nullish(),
  }),
  success: { 201: Draft, 202: Draft },
  errors: namedErrors,
  example: { body: { dataset_group_id: 1 } },
})

export const createDatasetFromFile = defineEndpoint({
  id: 'createDatasetVersionFromFile',
  method: 'post',
  path: `${versions}/from-file`,
  summary: 'Read a CSV or JSON file into the next version of a group, in the background',
  tags,
  auth,
  deprecated,
  body: groupOnly.extend({ file_name: FileName, file_content_base64: FileContent }),
  streamed: fileAt('file_content_base64'),
  success: {
    201: z
      .object({ success, message: z.string(), dataset_id: z.int() })
      .meta({ id: 'CreateDatasetVersionFromFileResponse' }),
  },
  errors: standardErrors,
  example: {
    body: {
      dataset_group_id: 1,
      file_name: 'questions.csv',
      file_content_base64: 'cXVlc3Rpb24sZXhwZWN0ZWQKMSArIDEsMgo=',
    },
  },
})

export const createDatasetFromFilter = defineEndpoint({
  id: 'createDatasetVersionFromFilterParams',
  method: 'post',
  path: `${versions}/from-filter-params`,
  summary: 'Add logged requests to the draft and publish it, in the background; a missing draft is made',
  description: 'Requests that are named go before a filter. A filter is kept, so that runs can ask it again.',
  tags,
  auth,
  deprecated,
  body: groupOnly.extend({
    request_log_ids: z.array(idOf('request')).max(mostRequestLogs).nullish(),
    filter_group: StructuredFilterGroup.nullish(),
    q: z.string().nullish(),
    sort_by: z
      .enum(['request_start_time', 'input_tokens', 'output_tokens', 'cost', 'latency_ms', 'status'])
      .nullish(),
    sort_order: z.enum(['asc', 'desc']).nullish(),
    variables_to_parse: z.array(cleanText.min(1).max(255)).max(900).nullish(),
    limit: z.int().min(1).nullish(),
  }),
  success: {
    201: z
      .object({
        success,
        message: z.string(),
        dataset_id: z.int(),
        dataset_group_id: z.int(),
        version_number: z.int(),
      })
      .meta({ id: 'CreateDatasetVersionFromFilterParamsResponse' }),
  },
  errors: standardErrors,
  example: { body: { dataset_group_id: 1, request_log_ids: [1] } },
})

export const addRequestLogToDataset = defineEndpoint({
  id: 'addRequestLogToDatasetVersion',
  method: 'post',
  path: `${versions}/add-request-log`,
  summary: 'Add a logged request to the draft as a row',
  tags,
  auth,
  deprecated,
  audited: false,
  body: groupOnly.extend({ request_log_id: idOf('request') }),
  success: { 201: Draft },
  errors: standardErrors,
  example: { body: { dataset_group_id: 1, request_log_id: 1 } },
})

/** A dataset group, or a sheet, with its table or without. */
const isPlace = (body: { dataset_group_id?: unknown; sheet_id?: unknown; smart_table_id?: unknown }) =>
  body.dataset_group_id === undefined
    ? body.sheet_id !== undefined
    : body.sheet_id === undefined && body.smart_table_id === undefined

export const addTraceToDataset = defineEndpoint({
  id: 'addTraceToDatasetVersion',
  method: 'post',
  path: `${versions}/add-trace`,
  summary: 'Add a trace, or one span of it, as a row: to a sheet, or to the draft of a dataset group',
  description:
    'The SDKs name a sheet by sheet_id, as a rule with its smart_table_id. The trace goes into its first TRACE column, and what metadata names into the text columns called so. In a dataset group a missing draft is made.',
  tags,
  auth,
  audited: false,
  body: z
    .looseObject({
      dataset_group_id: GroupId.optional(),
      smart_table_id: uuidOf('table').optional(),
      sheet_id: uuidOf('sheet').optional(),
      trace_id: cleanText.min(1).max(255).meta({ entity: 'trace' }),
      span_id: cleanText.min(1).max(255).nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    })
    .refine(isPlace, {
      path: ['dataset_group_id'],
      message: 'either this, or sheet_id',
      params: { type: 'missing' },
    }),
  success: {
    201: z.union([
      z
        .object({ success, draft_dataset_id: z.int(), mode: z.enum(['trace', 'span']) })
        .meta({ id: 'AddTraceToDatasetResponse' }),
      AddedTrace,
    ]),
  },
  errors: standardErrors,
  example: { body: { dataset_group_id: 1, trace_id: '0af7651916cd43dd8448eb211c80319c' } },
})

export const saveDraftDataset = defineEndpoint({
  id: 'saveDraftDatasetVersion',
  method: 'post',
  path: `${versions}/save-draft`,
  summary: 'Publish the draft as the next version of its group',
  tags,
  auth,
  deprecated,
  body: groupOnly,
  success: { 202: Draft },
  errors: standardErrors,
  example: { body: { dataset_group_id: 1 } },
})
