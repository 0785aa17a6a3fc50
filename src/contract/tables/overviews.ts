import { z } from 'zod'
import { answer, endpointsOf, named, textList, times, timestamp } from '../kit/index.ts'
import { limit, table_id, uuid } from './fields.ts'
import { ScoreCoverage } from './scores.ts'

const define = endpointsOf({ tags: ['tables'] })

const maxTables = 100

const TableOverview = named('TableOverview', {
  table_id: uuid,
  title: z.string(),
  updated_at: timestamp.describe('Latest change of the table or of its sheets'),
  row_count: z.int().describe('Sum over all sheets of the table'),
  /** The latest run of its sheets; a run under way comes before finished ones. */
  run: z
    .object({
      sheet_id: uuid,
      operation_id: z.string(),
      status: z.string(),
      cell_count: z.int(),
      completed_count: z.int(),
      failed_count: z.int(),
      pending_count: z.int(),
      ...times,
    })
    .nullable(),
  /** The score of the first sheet that has one. `previous_score` is the one calculated before it. */
  score: z
    .object({
      sheet_id: uuid,
      source: z.enum(['score', 'scorecard']),
      score: z.number().nullable(),
      verdict: z.string().nullable(),
      previous_score: z.number().nullable(),
      coverage: ScoreCoverage.nullable().describe('Null for custom code'),
      is_stale: z.boolean().describe('The sheet has changed since the score was calculated'),
      calculated_at: timestamp,
    })
    .nullable(),
})

export const listTableOverviews = define({
  id: 'list_table_overviews',
  get: '/api/public/v2/table-overviews',
  summary: 'Read the figures of table lists: rows, the last run, the score and the previous one',
  description: `For up to ${maxTables} tables, in the order of the call; unknown tables are left out.`,
  query: z.object({ table_id: textList.pipe(z.array(z.string().min(1).max(255)).max(maxTables)) }),
  success: { 200: answer('ListTableOverviewsResponse', { overviews: z.array(TableOverview) }) },
  example: { query: { table_id } },
})

export const listLatestTableOverviews = define({
  id: 'list_latest_table_overviews',
  get: '/api/public/v2/table-overviews/latest',
  summary: 'List the tables with the latest runs and scores, or with the latest changes',
  description:
    'By results, tables with a run under way come first, then those with the newest run or score. By changes, ' +
    'tables with a sheet come in the order of the newest change of their sheets.',
  query: z.object({ by: z.enum(['results', 'changes']).default('results'), limit: limit(20) }),
  success: { 200: z.object({ success: z.literal(true), overviews: z.array(TableOverview) }) },
  example: {},
})
