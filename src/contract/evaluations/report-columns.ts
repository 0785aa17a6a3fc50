import { z } from 'zod'
import { answer, endpointsOf, idOf, textId } from '../kit/index.ts'
import { EntityName, success } from './fields.ts'
import { anyObject, failures, ReportColumnSummary, ReportColumnType } from './reports.ts'

const define = endpointsOf({ tags: ['reports'], errors: failures, deprecated: true })

export const addReportColumn = define({
  id: 'addReportColumn',
  post: '/report-columns',
  summary: 'Add a column to a pipeline',
  description:
    "Positions count from 1 and include the dataset's columns. Position 0 or none adds the column at the " +
    'end.',
  body: z.looseObject({
    report_id: idOf('report'),
    column_type: ReportColumnType,
    name: EntityName,
    configuration: anyObject,
    position: z.int().min(0).nullish(),
    is_part_of_score: z.boolean().nullish(),
  }),
  success: { 201: z.object({ success, report_column: ReportColumnSummary }) },
  example: {
    body: {
      report_id: 1,
      column_type: 'VARIABLE',
      name: 'expected',
      configuration: { value: { type: 'string', value: 'yes' } },
    },
  },
})

const ColumnId = z.object({ report_column_id: textId('report-column') })

export const editReportColumn = define({
  id: 'editReportColumn',
  patch: '/report-columns/{report_column_id}',
  summary: 'Change a column of a pipeline; it and the columns to its right are computed again',
  params: ColumnId,
  body: z.looseObject({
    report_id: idOf('report'),
    column_type: ReportColumnType,
    configuration: anyObject.nullish(),
    name: EntityName.nullish(),
    position: z.int().min(1).nullish(),
  }),
  success: { 200: answer('EditReportColumnResponse', { report_column: ReportColumnSummary }) },
  example: {
    params: { report_column_id: 1 },
    body: {
      report_id: 1,
      column_type: 'VARIABLE',
      configuration: { value: { type: 'string', value: 'no' } },
    },
  },
})

export const deleteReportColumn = define({
  id: 'deleteReportColumn',
  delete: '/report-columns/{report_column_id}',
  summary: 'Delete a column of a pipeline',
  params: ColumnId,
  success: { 204: null },
  example: { params: { report_column_id: 1 } },
})
