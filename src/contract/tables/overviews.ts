import { z } from 'zod'
import { defineEndpoint, standardErrors, textList, timestamp } from '../kit/index.ts'
import { table_id, uuid } from './fields.ts'

const mostTables = 100

const TableOverview = z
  .object({
    table_id: uuid,
    /** Of all its sheets. */
    row_count: z.int(),
    /** The newest run of its sheets; one under way comes before all that are over. */
    run: z
      .object({
        sheet_id: uuid,
        operation_id: z.string(),
        status: z.string(),
        cell_count: z.int(),
        completed_count: z.int(),
        failed_count: z.int(),
        pending_count: z.int(),
        created_at: timestamp,
        updated_at: timestamp,
      })
      .nullable(),
    /** Of the first sheet that has one. `previous_score` is the one calculated before it. */
    score: z
      .object({
        sheet_id: uuid,
        source: z.enum(['score', 'scorecard']),
        score: z.number().nullable(),
        verdict: z.string().nullable(),
        previous_score: z.number().nullable(),
        calculated_at: timestamp,
      })
      .nullable(),
  })
  .meta({ id: 'TableOverview' })

export const listTableOverviews = defineEndpoint({
  id: 'list_table_overviews',
  method: 'get',
  path: '/api/public/v2/table-overviews',
  summary: 'What lists of tables show: rows, the last run, the score and the one before it',
  description: `Of up to ${mostTables} tables, in the order asked for; a table that is not there is left out.`,
  tags: ['tables'],
  auth: 'header',
  query: z.object({ table_id: textList.pipe(z.array(z.string().min(1).max(255)).max(mostTables)) }),
  success: {
    200: z
      .object({ success: z.literal(true), overviews: z.array(TableOverview) })
      .meta({ id: 'ListTableOverviewsResponse' }),
  },
  errors: standardErrors,
  example: { query: { table_id } },
})
