import { z } from 'zod'
import {
  answer,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  named,
  namedErrors,
  textId,
  textInteger,
  times,
} from '../kit/index.ts'
import {
  completeExternalId,
  DatasetRowCell,
  EntityName,
  listQuery,
  pageEnvelope,
  pageQuery,
  success,
  workspaceFilter,
} from './fields.ts'

const define = endpointsOf({ tags: ['datasets'], deprecated: true })

export const versions = '/api/public/v2/dataset-versions'

export const GroupId = idOf('dataset-group')
export const groupOnly = z.looseObject({ dataset_group_id: GroupId })

export const DatasetGroup = named('DatasetGroup', {
  id: z.int(),
  name: z.string(),
  workspace_id: z.int(),
  is_deleted: z.boolean(),
})

export const Dataset = named('Dataset', {
  id: z.int(),
  dataset_group_id: z.int(),
  /** -1: the draft; 0: rows are still being imported. */
  version_number: z.int(),
  column_names: z.array(z.string()),
  row_count: z.int(),
  filter_params: z.record(z.string(), z.unknown()).nullable(),
  is_deleted: z.boolean(),
  /** Why filling the dataset failed. */
  error_message: z.string().nullable(),
  user_id: z.int(),
  ...times,
  dataset_group: DatasetGroup,
  external_ids: z.array(ExternalId),
})

export const listDatasets = define({
  id: 'listDatasets',
  get: '/api/public/v2/datasets',
  summary: 'List dataset versions',
  description: 'The prompt filters keep datasets that an evaluation of that prompt, version or label uses.',
  query: z
    .object({
      dataset_group_id: textInteger({ minimum: 1 }).optional(),
      prompt_id: textInteger({ minimum: 1 }).optional(),
      prompt_version_id: textInteger({ minimum: 1 }).optional(),
      prompt_label_id: textInteger({ minimum: 1 }).optional(),
      report_id: textInteger({ minimum: 1 }).optional(),
      ...listQuery,
    })
    .refine(...completeExternalId),
  success: { 200: z.object({ success, message: z.string(), datasets: z.array(Dataset), ...pageEnvelope }) },
  example: { query: { name: 'support', per_page: 10 } },
})

export const listDatasetRows = define({
  id: 'getDatasetRows',
  get: '/api/public/v2/datasets/{dataset_id}/rows',
  summary: 'Read rows of a dataset, optionally only rows that contain a text',
  params: z.object({ dataset_id: textId('dataset') }),
  query: z.object({ ...workspaceFilter, ...pageQuery, q: cleanText.max(1000).optional() }),
  success: {
    200: answer('DatasetRowsResponse', {
      message: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(DatasetRowCell)),
      ...pageEnvelope,
    }),
  },
  example: { params: { dataset_id: 1 }, query: { q: 'refund' } },
})

export const createDatasetGroup = define({
  id: 'createDatasetGroup',
  post: '/api/public/v2/dataset-groups',
  summary: 'Create a dataset group with its first draft',
  body: z.looseObject({
    name: EntityName.nullish(),
    workspace_id: idOf('workspace').nullish(),
    folder_id: idOf('folder').nullish(),
    external_ids: z.array(ExternalId).max(100).nullish(),
  }),
  success: {
    201: answer('CreateDatasetGroupResponse', {
      message: z.string(),
      dataset_group: DatasetGroup,
      dataset: Dataset,
      external_ids: z.array(ExternalId),
    }),
  },
  errors: clashErrors,
  example: { body: { name: 'support questions' } },
})

export const Draft = answer('DraftDatasetVersionResponse', { message: z.string(), draft_dataset_id: z.int() })

export const createDraftDataset = define({
  id: 'createDraftDatasetVersion',
  post: `${versions}/create-draft`,
  summary: 'Create a draft, empty or with the rows of a version of the group',
  body: z.looseObject({
    dataset_group_id: idOf('saved-dataset-group'),
    source_dataset_id: idOf('dataset').nullish(),
  }),
  success: { 201: Draft, 202: Draft },
  errors: namedErrors,
  example: { body: { dataset_group_id: 1 } },
})

export const saveDraftDataset = define({
  id: 'saveDraftDatasetVersion',
  post: `${versions}/save-draft`,
  summary: 'Publish the draft as the next version of its group',
  body: groupOnly,
  success: { 202: Draft },
  example: { body: { dataset_group_id: 1 } },
})
