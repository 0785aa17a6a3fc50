import { z } from 'zod'
import { maxFields } from '../../engine/limits.ts'
import {
  answer,
  boundedRecord,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  named,
  standardErrors,
  textId,
  times,
} from '../kit/index.ts'
import { EntityName, success } from './fields.ts'

const define = endpointsOf({ tags: ['reports'], deprecated: true })

export const anyObject = boundedRecord(z.unknown(), maxFields)
/** PromptLayer's reference lists other types for each operation; here all operations accept every computable type. */
export const ReportColumnType = cleanText.min(1).max(64)
export const ScoreConfiguration = named('ScoreConfiguration', {
  code: z.string().min(1).max(50_000),
  code_language: z.enum(['PYTHON', 'JAVASCRIPT']).default('PYTHON'),
})

export const ReportId = z.object({ report_id: textId('report') })
const maxColumns = 200

const NewColumn = z.looseObject({
  column_type: ReportColumnType,
  name: EntityName,
  configuration: anyObject,
  position: z.int().min(1).nullish(),
  is_part_of_score: z.boolean().default(false),
})

export const ReportColumnSummary = named('ReportColumnSummary', {
  id: z.int(),
  report_id: z.int(),
  name: z.string(),
  column_type: z.string(),
  position: z.int(),
  is_part_of_score: z.boolean(),
  configuration: anyObject,
  score: z.number().nullable(),
})

export const createReport = define({
  id: 'createEvaluationPipeline',
  post: '/reports',
  summary: 'Create an evaluation pipeline over a version of a dataset group',
  description: "`position` orders the columns among themselves; the dataset's columns come first.",
  body: z.looseObject({
    dataset_group_id: idOf('dataset-group'),
    name: EntityName.nullish(),
    folder_id: idOf('folder').nullish(),
    dataset_version_number: z.int().nullish(),
    columns: z.array(NewColumn).max(maxColumns).nullish(),
    score_configuration: ScoreConfiguration.nullish(),
    external_ids: z.array(ExternalId).max(100).nullish(),
  }),
  success: {
    201: answer('CreateEvaluationPipelineResponse', {
      report_id: z.int(),
      report_columns: z.array(ReportColumnSummary),
      external_ids: z.array(ExternalId),
    }),
  },
  errors: { ...clashErrors, 400: 'message' },
  example: {
    body: {
      dataset_group_id: 1,
      columns: [
        {
          column_type: 'VARIABLE',
          name: 'constant',
          configuration: { value: { type: 'string', value: 'yes' } },
        },
      ],
    },
  },
})

export const failures = { ...standardErrors, 400: 'failure', 403: 'failure', 404: 'failure' } as const

export const matrix = z.array(z.unknown())
const statusCounts = z.object({
  COMPLETED: z.int(),
  FAILED: z.int(),
  QUEUED: z.int(),
  RUNNING: z.int(),
})
export const ReportStatus = z.enum(['RUNNING', 'COMPLETED'])
export const ReportStats = z.object({ status_counts: statusCounts })

const Report = named('Report', {
  id: z.int(),
  name: z.string(),
  comment: z.string().nullable(),
  is_blueprint: z.boolean(),
  deleted: z.boolean(),
  tags: z.array(z.string()),
  ...times,
  score: anyObject.nullable(),
  score_configuration: anyObject.nullable(),
  score_matrix: matrix.nullable(),
  score_calculation_error: z.string().nullable(),
  parent_report_id: z.int().nullable(),
  dataset_id: z.int().nullable(),
  user_id: z.int().nullable(),
  workspace_id: z.int(),
  prompt_registry_id: z.int().nullable(),
  prompt_version_number: z.int().nullable(),
})

export const readReport = define({
  id: 'getReport',
  get: '/reports/{report_id}',
  summary: 'Read a report, its progress and its columns',
  params: ReportId,
  success: {
    200: z.object({
      success,
      message: z.string(),
      report: Report,
      status: ReportStatus,
      stats: ReportStats,
      report_columns: z.array(ReportColumnSummary),
    }),
  },
  example: { params: { report_id: 1 } },
})

const Summary = named('EvaluationPipelineSummary', {
  id: z.int(),
  name: z.string(),
  tags: z.array(z.string()),
  score_configuration: ScoreConfiguration.nullable(),
})
const Changed = z.object({ success, report: Summary })

export const updateReportScoreCard = define({
  id: 'updateReportScoreCard',
  patch: '/reports/{report_id}/score-card',
  summary: 'Set which columns are scored, or the code that scores; a finished run is scored again',
  params: ReportId,
  body: z.looseObject({
    column_names: z.array(cleanText.max(255)).max(maxColumns),
    code: z.string().min(1).max(50_000).nullish(),
    code_language: z.enum(['PYTHON', 'JAVASCRIPT']).default('PYTHON'),
  }),
  success: { 200: Changed.meta({ id: 'UpdateReportScoreCardResponse' }) },
  example: { params: { report_id: 1 }, body: { column_names: [] } },
})

export const renameReport = define({
  id: 'renameReport',
  patch: '/reports/{report_id}/rename',
  summary: 'Rename a report, change its tags, or both',
  params: ReportId,
  body: z.looseObject({
    name: EntityName.nullish(),
    tags: z.array(cleanText.max(512)).max(100).nullish(),
  }),
  success: { 200: Changed.meta({ id: 'RenameReportResponse' }) },
  example: { params: { report_id: 1 }, body: { name: 'support, nightly', tags: ['nightly'] } },
})

const Archived = z.object({ success, message: z.string() })

export const deleteReport = define({
  id: 'deleteReport',
  delete: '/reports/{report_id}',
  summary: 'Archive a report; a run under way is cancelled',
  params: ReportId,
  success: { 200: Archived.meta({ id: 'DeleteReportResponse' }) },
  example: { params: { report_id: 1 } },
})

export const deleteReportsByName = define({
  id: 'deleteReportsByName',
  delete: '/reports/name/{report_name+}',
  summary: 'Archive all reports with a name',
  params: z.object({ report_name: EntityName }),
  success: { 200: Archived },
  example: { params: { report_name: 'nightly' } },
})
