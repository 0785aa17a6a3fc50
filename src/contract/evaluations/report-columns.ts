import { z } from 'zod'
import { defineEndpoint, idOf, textId } from '../kit/index.ts'
import { EntityName, success } from './fields.ts'
import {
  anyObject,
  auth,
  deprecated,
  failures,
  ReportColumnSummary,
  ReportColumnType,
  tags,
} from './reports.ts'

export const addReportColumn = defineEndpoint({
  id: 'addReportColumn',
  method: 'post',
  path: '/report-columns',
  summary: 'Add a column to a pipeline',
  description:
    "Positions count from 1 and include the dataset's columns. Position 0 or none adds the column at the " +
    'end.',
  tags,
  auth,
  deprecated,
  body: z.looseObject({
    report_id: idOf('report'),
    column_type: ReportColumnType,
    name: EntityName,
    configuration: anyObject,
    position: z.int().min(0).nullish(),
    is_part_of_score: z.boolean().nullish(),
  }),
  success: { 201: z.object({ success, report_column: ReportColumnSummary }) },
  errors: failures,
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

export const editReportColumn = defineEndpoint({
  id: 'editReportColumn',
  method: 'patch',
  path: '/report-columns/{report_column_id}',
  summary: 'Change a column of a pipeline; it and the columns to its right are computed again',
  tags,
  auth,
  deprecated,
  params: ColumnId,
  body: z.looseObject({
    report_id: idOf('report'),
    column_type: ReportColumnType,
    configuration: anyObject.nullish(),
    name: EntityName.nullish(),
    position: z.int().min(1).nullish(),
  }),
  success: {
    200: z.object({ success, report_column: ReportColumnSummary }).meta({ id: 'EditReportColumnResponse' }),
  },
  errors: failures,
  example: {
    params: { report_column_id: 1 },
    body: {
      report_id: 1,
      column_type: 'VARIABLE',
      configuration: { value: { type: 'string', value: 'no' } },
    },
  },
})

export const deleteReportColumn = defineEndpoint({
  id: 'deleteReportColumn',
  method: 'delete',
  path: '/report-columns/{report_column_id}',
  summary: 'Delete a column of a pipeline',
  tags,
  auth,
  deprecated,
  params: ColumnId,
  success: { 204: null },
  errors: failures,
  example: { params: { report_column_id: 1 } },
})
