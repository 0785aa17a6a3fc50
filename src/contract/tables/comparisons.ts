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
    'What is compared is a column where one is named, else what the rows came to in the scorecards. The path names ' +
    'what was before, `with_…` what came after. Rows of one sheet are matched by themselves; of two sheets by the ' +
    'text of `key_column`, else by index. Sorted by `regression` the rows that lost most come first. The interval is a paired bootstrap of the mean difference; where all values are 0 or 1, ' +
    'the adjusted interval of Bonett and Price. Fewer than six rows that differ are no finding.',
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
              'Rows that `key_column` does not tell from others of their sheet: those of a text that comes again are matched in their order, those without one by index. Null when no key column matched the rows.',
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
