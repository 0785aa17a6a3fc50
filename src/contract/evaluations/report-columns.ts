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
    'Position counts from 1, columns of the dataset included; 0 and nothing put it behind the others.',
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
  summary: 'Change a column of a pipeline; it and what is right of it are computed anew',
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
