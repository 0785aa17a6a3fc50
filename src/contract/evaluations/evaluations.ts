import { z } from 'zod'
import { answer, ExternalId, endpointsOf, named, textBoolean, textId, times } from '../kit/index.ts'
import {
  completeExternalId,
  DatasetRowCell,
  listQuery,
  pageEnvelope,
  pageQuery,
  success,
  workspaceFilter,
} from './fields.ts'
import { ReportStats, ReportStatus } from './reports.ts'

const define = endpointsOf({ tags: ['evaluations'], deprecated: true })

const anyObject = z.record(z.string(), z.unknown())

const common = {
  id: z.int(),
  name: z.string(),
  comment: z.string().nullable(),
  ...times,
  workspace_id: z.int(),
  folder_id: z.int().nullable(),
  user_id: z.int().nullable(),
  dataset_id: z.int().nullable(),
  is_blueprint: z.boolean(),
  tags: z.object({ tags: z.array(z.string()) }).nullable(),
  deleted: z.boolean(),
  parent_report_id: z.int().nullable(),
  score_configuration: anyObject.nullable(),
}

const EvaluationRun = z.object({
  ...common,
  score: anyObject.nullable(),
  score_matrix: z.array(z.unknown()).nullable(),
  score_calculation_error: z.string().nullable(),
  status: ReportStatus,
  stats: ReportStats,
})

export const Evaluation = named('Evaluation', {
  ...common,
  runs: z.array(EvaluationRun).optional(),
  external_ids: z.array(ExternalId),
})

export const listEvaluations = define({
  id: 'listEvaluations',
  get: '/api/public/v2/evaluations',
  summary: 'List evaluation pipelines, optionally with their runs',
  query: z.object({ ...listQuery, include_runs: textBoolean.default(false) }).refine(...completeExternalId),
  success: {
    200: z.object({ success, message: z.string(), evaluations: z.array(Evaluation), ...pageEnvelope }),
  },
  example: { query: { include_runs: true } },
})

const EvaluationRowCell = named('EvaluationRowCell', {
  type: z.literal('eval'),
  status: z.enum(['PASSED', 'FAILED', 'RUNNING', 'QUEUED', 'SKIPPED']),
  value: z.unknown(),
  error_message: z.string().nullable(),
})

export const listEvaluationRows = define({
  id: 'getEvaluationRows',
  get: '/api/public/v2/evaluations/{evaluation_id}/rows',
  summary: 'Read rows of a report: dataset values, then computed cells',
  params: z.object({ evaluation_id: textId('report') }),
  query: z.object({ ...workspaceFilter, ...pageQuery }),
  success: {
    200: answer('EvaluationRowsResponse', {
      message: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([DatasetRowCell, EvaluationRowCell]))),
      ...pageEnvelope,
    }),
  },
  example: { params: { evaluation_id: 1 } },
})
