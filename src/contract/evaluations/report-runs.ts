import { z } from 'zod'
import { answer, endpointsOf, forecastFigures, idOf, named, standardErrors, textId } from '../kit/index.ts'
import { EntityName, success } from './fields.ts'
import { anyObject, failures, matrix, ReportId } from './reports.ts'

const define = endpointsOf({ tags: ['reports'], errors: failures, deprecated: true })

const Started = z.object({ success, report_id: z.int() })

export const runReport = define({
  id: 'runReport',
  post: '/reports/{report_id}/run',
  summary: 'Run a pipeline over a whole dataset, as a new report',
  params: ReportId,
  body: z.looseObject({
    name: EntityName,
    dataset_id: idOf('dataset').nullish(),
    refresh_dataset: z.boolean().nullish(),
  }),
  success: { 200: Started, 201: Started },
  errors: { ...failures, 401: 'failure' },
  example: { params: { report_id: 1 }, body: { name: 'nightly' } },
})

export const forecastReport = define({
  id: 'forecastReport',
  post: '/reports/{report_id}/forecast',
  summary: 'Forecast the calls, tokens and cost of a run of a pipeline',
  description:
    'Starts nothing. `columns` has the columns that call a model or a service. Their figures come from the requests of ' +
    'their preview cells, and are ranges that hold the true value in about 19 of 20 cases. Unknown figures are null, ' +
    'have their reason in `unknown`, and are left out of `total`.',
  role: 'viewer',
  audited: false,
  params: ReportId,
  body: z.object({ dataset_id: idOf('dataset').nullish() }),
  success: {
    200: answer('ForecastReportResponse', {
      row_count: z.int(),
      columns: z.array(
        z.object({
          column_id: z.int(),
          name: z.string(),
          type: z.string(),
          /** Preview cells behind the figures. */
          basis_count: z.int(),
          ...forecastFigures,
        }),
      ),
      total: z.object(forecastFigures),
      unknown: z.array(z.object({ column_id: z.int(), name: z.string(), reason: z.string() })),
    }),
  },
  example: { params: { report_id: 1 }, body: {} },
})

export const migrateReport = define({
  id: 'migrateReport',
  post: '/reports/{report_id}/migrate',
  summary: 'Make a table from a finished run: its dataset, its columns with their results, and a scorecard',
  description:
    "Only the scorecard is computed again. The report's score equals the scorecard's score times " +
    '`scale`. Scoring code becomes the score of the sheet.',
  params: z.object({ report_id: textId('report-run') }),
  success: {
    201: answer('MigrateReportResponse', {
      table_id: z.guid(),
      sheet_id: z.guid(),
      scorecard_id: z.guid().nullable(),
      /** Calculation of the scorecard, which is under way. */
      calculation_id: z.guid().nullable(),
      report_score: z.number().nullable(),
      scale: z.number().nullable(),
      skipped: z.array(
        z.object({
          column: z.string().nullable(),
          reason: z.enum(['custom_code', 'not_scorable', 'negative']),
        }),
      ),
    }),
  },
  example: { params: { report_id: 1 } },
})

export const cancelReport = define({
  id: 'cancelReport',
  post: '/reports/{report_id}/cancel',
  summary: 'Cancel a run; computed cells stay',
  params: ReportId,
  success: { 200: z.object({ success, message: z.string() }) },
  example: { params: { report_id: 1 } },
})

const ColumnScore = z.object({
  column_name: z.string(),
  score: z.number().nullable(),
  score_type: z.string().nullable(),
  num_skipped: z.int(),
  num_failed: z
    .int()
    .optional()
    .describe(
      'Failed cells, which count as 0 in a share of true values. Scores of earlier releases lack this field',
    ),
})

export const ReportScore = named('ReportScore', {
  overall_score: z.number().nullable(),
  score_type: z.enum(['single_column', 'multi_column', 'custom', 'none']),
  has_custom_scoring: z.boolean(),
  details: z.union([
    ColumnScore,
    z.object({ columns: z.array(ColumnScore) }),
    z.object({ matrix, configuration: anyObject.nullable() }),
    z.object({ message: z.string() }),
  ]),
})

export const readReportScore = define({
  id: 'getReportScore',
  get: '/reports/{report_id}/score',
  summary: 'Read the score of a run',
  params: z.object({ report_id: textId('report-run') }),
  success: { 200: z.object({ success, message: z.string(), score: ReportScore }) },
  errors: standardErrors,
  example: { params: { report_id: 1 } },
})
