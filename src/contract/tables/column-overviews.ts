import { z } from 'zod'
import { answer, endpointsOf } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuid } from './fields.ts'

const define = endpointsOf({ tags: ['rows'] })

const Distribution = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('verdicts'), passed: z.int(), failed: z.int() }),
    z.object({
      kind: z.literal('numbers'),
      min: z.number(),
      max: z.number(),
      mean: z.number(),
      steps: z.array(z.int()).describe('Counts of 12 equal steps from `min` to `max`'),
    }),
    z.object({
      kind: z.literal('values'),
      distinct: z.int(),
      top: z
        .array(z.object({ value: z.string(), count: z.int() }))
        .describe('At most six, the most frequent first'),
    }),
    z.object({ kind: z.literal('other') }),
  ])
  .meta({ id: 'TableColumnDistribution' })

export const readDistributions = define({
  id: 'read_table_sheet_distributions',
  get: `${sheetPath}/distributions`,
  summary: 'Read how the values of each column are spread',
  description:
    'Verdicts, numbers, and short texts that repeat (at most 24 different ones of 60 characters); `other` is ' +
    'everything else. At most 50,000 cells are read, from the first row on; `rows` is the number of read rows.',
  role: 'viewer',
  params: SheetId,
  success: {
    200: answer('ReadTableSheetDistributionsResponse', {
      version: z.int(),
      row_count: z.int(),
      rows: z.int(),
      columns: z.array(
        z.object({
          column_id: z.string(),
          filled_cells: z.int(),
          failed_cells: z.int(),
          stale_cells: z.int(),
          distribution: Distribution,
        }),
      ),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

export const readPromptVersions = define({
  id: 'read_table_sheet_prompt_versions',
  get: `${sheetPath}/prompt-versions`,
  summary: 'Count the answers of each prompt column by the prompt version that made them',
  description:
    'Lists the columns that run a prompt of the registry, and the version that a run would use now. Columns whose ' +
    'prompt, version or label does not exist, or whose label is dynamic, are left out. The row query finds the rows ' +
    'of `other_answers` with the operator `other_version`.',
  role: 'viewer',
  params: SheetId,
  success: {
    200: answer('ReadTableSheetPromptVersionsResponse', {
      version: z.int(),
      columns: z.array(
        z.object({
          column_id: uuid,
          prompt_id: z.int(),
          prompt_name: z.string(),
          version_number: z.int().describe('The version that the column uses now'),
          current_answers: z.int(),
          other_answers: z.int().describe('Answers of other versions of the prompt'),
          unknown_answers: z
            .int()
            .describe('Answers of another prompt, and answers of releases that did not store the version'),
          other_versions: z
            .array(z.object({ version_number: z.int(), answers: z.int() }))
            .describe('At most 20, the newest first'),
        }),
      ),
    }),
  },
  example: { params: { table_id, sheet_id } },
})
