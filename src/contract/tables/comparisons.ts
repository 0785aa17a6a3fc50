import { z } from 'zod'
import { answer, cleanText, endpointsOf, textBoolean, textInteger } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuidOf } from './fields.ts'
import { Interval } from './scores.ts'

const define = endpointsOf({ tags: ['scores'] })

const change = z.enum(['improved', 'regressed', 'same', 'missing'])
const id = (entity: 'sheet' | 'sheet-version' | 'scorecard-calculation') =>
  z.guid().toLowerCase().meta({ entity }).optional()

const Paired = z.object({
  pairs: z.int(),
  missing_before: z.int(),
  missing_after: z.int(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  difference: z.number().nullable(),
  confidence_interval: Interval.nullable(),
  finding: z.enum(['better', 'worse', 'not significant', 'too few pairs', 'not comparable']),
  text: z.string(),
})

export const compareSheets = define({
  id: 'compare_table_sheets',
  get: `${sheetPath}/compare`,
  summary: 'Compare two sheets, versions or calculations row by row',
  description:
    'Compares a column if one is named, otherwise the scorecard results of the rows. The path names the ' +
    'state before, `with_…` the state after. Rows of one sheet are matched by row; rows of two sheets by ' +
    'the text of `key_column`, otherwise by index. Sorted by `regression`, the largest losses come ' +
    'first. The interval is a paired bootstrap of the mean difference; if all values are 0 or 1, it is ' +
    'the adjusted interval of Bonett and Price. Fewer than six rows that differ give no finding.',
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
    200: answer('CompareTableSheetsResponse', {
      measure: z.enum(['column', 'scorecard']),
      lower_is_better: z.boolean(),
      counts: z.object({ improved: z.int(), regressed: z.int(), same: z.int(), missing: z.int() }),
      comparison: Paired,
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
    }),
  },
  example: { params: { table_id, sheet_id }, query: { column: 'Column A' } },
})

const outputChange = z.enum(['improved', 'regressed', 'changed', 'same', 'missing'])

const ComparedCell = z.object({
  /** The cell of the output; it names the row in links. */
  cell_id: z.string(),
  row_index: z.int(),
  status: z.enum(['COMPLETED', 'STALE', 'FAILED']),
  text: z.string().nullable(),
  /** The text is longer than 10,000 characters, and this is its beginning. */
  is_cut: z.boolean(),
  error_message: z.string().nullable(),
  is_judgement_stale: z.boolean(),
  value: z.number().nullable(),
  cost: z.number().nullable(),
  latency_ms: z.number().nullable(),
})

export const compareOutputs = define({
  id: 'compare_table_outputs',
  post: `${sheetPath}/output-comparison`,
  summary: 'Compare two to four versions of an output row by row, with their texts, costs and latencies',
  description:
    'The first side is the baseline. A side is a column of the sheet of the path or of `sheet_id`, now or in ' +
    'a saved version. Rows are graded by the column `judged_by`, otherwise by the output itself if it is a ' +
    'number or verdict; outputs with equal values but different texts are `changed`. Rows of one sheet are ' +
    'matched by row; rows of two sheets by the text of `key_column`, otherwise by index. Intervals are those ' +
    'of the comparison of two sheets; costs and latencies are of the output alone, lower is better. Costs leave ' +
    'out rows without a known price.',
  role: 'viewer',
  params: SheetId,
  body: z.object({
    sides: z
      .array(
        z.object({
          sheet_id: uuidOf('sheet').optional(),
          version_id: uuidOf('sheet-version').optional(),
          column: cleanText.min(1).max(255),
          judged_by: cleanText.min(1).max(255).optional(),
        }),
      )
      .min(2)
      .max(4),
    focus: z.int().min(1).max(3).default(1).describe('The side whose changes sort and filter the rows'),
    key_column: cleanText.min(1).max(255).optional(),
    label_column: cleanText.min(1).max(255).optional().describe('A column of the baseline that names rows'),
    better: z
      .enum(['higher', 'lower', 'none'])
      .optional()
      .describe('By default, the type of the judging column decides'),
    change: outputChange.optional(),
    sort: z.enum(['row', 'regression']).default('regression'),
    offset: z.int().min(0).max(1_000_000).default(0),
    limit: z.int().min(0).max(100).default(50),
  }),
  success: {
    200: answer('CompareTableOutputsResponse', {
      better: z.enum(['higher', 'lower', 'none']),
      sides: z.array(
        z.object({
          rows: z.int(),
          stale: z.int().describe('Rows whose output or judgement is stale; they are not compared'),
          mean: z.number().nullable(),
          /** The sum of known prices; `unpriced` cells called a model whose price is not known. */
          cost: z.number(),
          unpriced: z.int(),
          latency_ms: z.number().nullable(),
          prompt_versions: z
            .array(
              z.object({
                prompt_id: z.int(),
                prompt_name: z.string(),
                version_number: z.int(),
                rows: z.int(),
              }),
            )
            .describe(
              'The prompt versions that made the outputs, the 20 most frequent first. Outputs without a known ' +
                'version and deleted prompts are left out.',
            ),
        }),
      ),
      comparisons: z
        .array(
          z.object({
            counts: z.object({
              improved: z.int(),
              regressed: z.int(),
              changed: z.int(),
              same: z.int(),
              missing: z.int(),
            }),
            value: Paired,
            cost: Paired,
            latency_ms: Paired,
          }),
        )
        .describe('The sides after the baseline, each compared with the baseline'),
      rows: z.array(
        z.object({
          label: z.string().nullable(),
          changes: z.array(outputChange),
          cells: z.array(ComparedCell.nullable()),
        }),
      ),
      total_rows: z.int(),
    }),
  },
  example: {
    params: { table_id, sheet_id },
    body: { sides: [{ column: 'Column A' }, { column: 'Column A' }] },
  },
})
