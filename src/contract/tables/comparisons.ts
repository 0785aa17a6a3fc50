import { z } from 'zod'
import { cleanText, defineEndpoint, standardErrors, textBoolean, textInteger } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id } from './fields.ts'
import { Interval } from './scores.ts'

const change = z.enum(['improved', 'regressed', 'same', 'missing'])
const id = (entity: 'sheet' | 'sheet-version' | 'scorecard-calculation') =>
  z.guid().toLowerCase().meta({ entity }).optional()

export const compareSheets = defineEndpoint({
  id: 'compare_table_sheets',
  method: 'get',
  path: `${sheetPath}/compare`,
  summary: 'Compare two sheets, versions or calculations row by row',
  description:
    'Compares a column if one is named, otherwise the scorecard results of the rows. The path names the ' +
    'state before, `with_…` the state after. Rows of one sheet are matched by row; rows of two sheets by ' +
    'the text of `key_column`, otherwise by index. Sorted by `regression`, the largest losses come ' +
    'first. The interval is a paired bootstrap of the mean difference; if all values are 0 or 1, it is ' +
    'the adjusted interval of Bonett and Price. Fewer than six rows that differ give no finding.',
  tags: ['scores'],
  auth: 'header',
  params: SheetId,
  query: z.object({
    with_sheet_id: id('sheet'),
    column: cleanText.min(1).max(255).optional(),
    with_column: cleanText.min(1).max(255).optional(),
    key_column: cleanText.min(1).max(255).optional(),
    version_id: id('sheet-version'),
    with_version_id: id('sheet-version'),
    calculation_id: id('scorecard-calculation'),
    with_calculation_id: id('scorecard-calculation'),
    lower_is_better: textBoolean.optional(),
    change: change.optional(),
    sort: z.enum(['row', 'regression']).default('row'),
    offset: textInteger({ minimum: 0 }).default(0),
    limit: textInteger({ minimum: 0, maximum: 1000 }).default(100),
  }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        measure: z.enum(['column', 'scorecard']),
        lower_is_better: z.boolean(),
        counts: z.object({ improved: z.int(), regressed: z.int(), same: z.int(), missing: z.int() }),
        comparison: z.object({
          pairs: z.int(),
          missing_before: z.int(),
          missing_after: z.int(),
          before: z.number().nullable(),
          after: z.number().nullable(),
          difference: z.number().nullable(),
          confidence_interval: Interval.nullable(),
          finding: z.enum(['better', 'worse', 'not significant', 'too few pairs', 'not comparable']),
          text: z.string(),
        }),
        keys: z
          .object({
            repeated_before: z.int(),
            repeated_after: z.int(),
            without_before: z.int(),
            without_after: z.int(),
          })
          .nullable()
          .meta({
            description:
              'Rows that `key_column` does not identify: rows with a repeated text are matched in their order, ' +
              'rows without a text by index. Null if the rows were not matched by a key column.',
          }),
        rows: z.array(
          z.object({
            row_index: z.int().nullable(),
            with_row_index: z.int().nullable(),
            before: z.number().nullable(),
            after: z.number().nullable(),
            change,
          }),
        ),
        total_rows: z.int(),
      })
      .meta({ id: 'CompareTableSheetsResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id }, query: { column: 'Column A' } },
})
