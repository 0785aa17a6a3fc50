import { z } from 'zod'
import { maxConditions, maxMetadata } from '../../engine/limits.ts'
import { readMoment } from '../../engine/moment.ts'
import { answer, boundedRecord, cleanText, endpointsOf, idOf } from '../kit/index.ts'
import { requestLogQuery, StructuredFilterGroup } from '../requests/search.ts'
import { RequestStatus } from '../requests/status.ts'
import { uuidOf } from '../tables/fields.ts'
import { AddedTrace, FileContent, FileName, maxRequestLogs, streamedFile } from '../tables/imports.ts'
import { Draft, GroupId, groupOnly, versions } from './datasets.ts'

const define = endpointsOf({ tags: ['datasets'], deprecated: true })

export const createDatasetFromFile = define({
  id: 'createDatasetVersionFromFile',
  post: `${versions}/from-file`,
  summary: 'Read a CSV or JSON file into the next version of a group, in the background',
  body: groupOnly.extend({ file_name: FileName, file_content_base64: FileContent }),
  streamed: streamedFile('file_content_base64'),
  success: {
    201: answer('CreateDatasetVersionFromFileResponse', { message: z.string(), dataset_id: z.int() }),
  },
  example: {
    body: {
      dataset_group_id: 1,
      file_name: 'questions.csv',
      file_content_base64: 'cXVlc3Rpb24sZXhwZWN0ZWQKMSArIDEsMgo=',
    },
  },
})

const maxRequestConditions = maxConditions
const texts = z.array(z.string().max(512)).max(maxRequestConditions)
const metadataEntries = z
  .array(z.strictObject({ key: z.string().max(1024), value: z.string() }))
  .max(maxRequestConditions)
const time = z
  .string()
  .refine((text) => readMoment(text) !== undefined, 'must be an ISO 8601 date or date-time')
const promptTemplates = z
  .array(
    z.strictObject({
      name: cleanText.min(1).max(512),
      version_numbers: z.array(z.int()).max(maxRequestConditions).nullish(),
    }),
  )
  .max(maxRequestConditions)

/** The filters of the vendor's MCP server. */
const flatFilters = {
  id: z.int().nullish(),
  tags: texts.nullish(),
  tags_and: texts.nullish(),
  tags_or: texts.nullish(),
  metadata: boundedRecord(z.string(), maxRequestConditions).nullish(),
  metadata_and: metadataEntries.nullish(),
  metadata_or: metadataEntries.nullish(),
  start_time: time.nullish(),
  end_time: time.nullish(),
  status: z.array(RequestStatus).max(3).nullish(),
  prompt_templates_include: promptTemplates.nullish(),
  prompt_templates_exclude: promptTemplates.nullish(),
}

export const createDatasetFromFilter = define({
  id: 'createDatasetVersionFromFilterParams',
  post: `${versions}/from-filter-params`,
  summary:
    'Add logged requests to the draft and publish it, in the background; creates the draft if there is ' +
    'none',
  description:
    'Named requests take precedence over a filter. A filter is stored, so that runs can repeat the ' +
    'search. The flat fields (`tags`, `metadata`, `start_time` and so on) are the older form of ' +
    '`filter_group`; all conditions that are sent must hold. A request matches one of `tags_or`, of ' +
    '`metadata_or` and of `prompt_templates_include`, and all of `tags`, `tags_and`, `metadata` and ' +
    '`metadata_and`. Unknown fields are refused.',
  body: z.strictObject({
    dataset_group_id: GroupId,
    /** The API key determines the workspace. */
    workspace_id: z.int().nullish(),
    request_log_ids: z.array(idOf('request')).max(maxRequestLogs).nullish(),
    filter_group: StructuredFilterGroup.nullish(),
    q: requestLogQuery.q,
    ...flatFilters,
    sort_by: z
      .enum([
        'request_start_time',
        'input_tokens',
        'output_tokens',
        'cost',
        'latency_ms',
        'status',
        'price',
        'latency',
      ])
      .nullish(),
    sort_order: z.enum(['asc', 'desc']).nullish(),
    variables_to_parse: z.array(cleanText.min(1).max(255)).max(900).nullish(),
    limit: z.int().min(1).nullish(),
  }),
  success: {
    201: answer('CreateDatasetVersionFromFilterParamsResponse', {
      message: z.string(),
      dataset_id: z.int(),
      dataset_group_id: z.int(),
      version_number: z.int(),
    }),
  },
  example: { body: { dataset_group_id: 1, request_log_ids: [1] } },
})

export const addRequestLogToDataset = define({
  id: 'addRequestLogToDatasetVersion',
  post: `${versions}/add-request-log`,
  summary: 'Add a logged request to the draft as a row',
  audited: false,
  body: groupOnly.extend({ request_log_id: idOf('request') }),
  success: { 201: Draft },
  example: { body: { dataset_group_id: 1, request_log_id: 1 } },
})

/** True for a dataset group, or for a sheet with or without its table. */
const hasTarget = (body: { dataset_group_id?: unknown; sheet_id?: unknown; smart_table_id?: unknown }) =>
  body.dataset_group_id === undefined
    ? body.sheet_id !== undefined
    : body.sheet_id === undefined && body.smart_table_id === undefined

export const addTraceToDataset = define({
  id: 'addTraceToDatasetVersion',
  post: `${versions}/add-trace`,
  summary: 'Add a trace, or one span of it, as a row: to a sheet, or to the draft of a dataset group',
  description:
    'The SDKs name a sheet by sheet_id, usually with its smart_table_id. The trace goes into the first ' +
    'TRACE column of the sheet, and metadata values go into the text columns of the same names. In a ' +
    'dataset group a missing draft is created.',
  audited: false,
  body: z
    .looseObject({
      dataset_group_id: GroupId.optional(),
      smart_table_id: uuidOf('table').optional(),
      sheet_id: uuidOf('sheet').optional(),
      trace_id: cleanText.min(1).max(255).meta({ entity: 'trace' }),
      span_id: cleanText.min(1).max(255).nullish(),
      metadata: boundedRecord(z.unknown(), maxMetadata).nullish(),
    })
    .refine(hasTarget, {
      path: ['dataset_group_id'],
      message: 'must be sent, or else sheet_id',
      params: { type: 'missing' },
    }),
  success: {
    201: z.union([
      answer('AddTraceToDatasetResponse', { draft_dataset_id: z.int(), mode: z.enum(['trace', 'span']) }),
      AddedTrace,
    ]),
  },
  example: { body: { dataset_group_id: 1, trace_id: '0af7651916cd43dd8448eb211c80319c' } },
})
