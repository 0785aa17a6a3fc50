import { z } from 'zod'
import { cellStates } from '../../engine/sheet/states/index.ts'
import { defineEndpoint, standardErrors, textBoolean, textInteger, timestamp } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuid } from './fields.ts'

const ChangedCell = z
  .object({
    id: uuid,
    column_id: uuid,
    row_index: z.int(),
    status: z.enum(cellStates),
    /** The first 2,000 characters. */
    display_value: z.string().nullable(),
    is_cut: z.boolean(),
    error: z.string().nullable(),
    error_message: z.string().nullable(),
    price: z.number().nullable(),
    latency_ms: z.number().nullable(),
    updated_at: timestamp,
  })
  .meta({ id: 'ChangedCell' })

const ChangedRange = z
  .object({
    column_ids: z.array(uuid),
    /** Row indexes from `from` up to, but without, `to`; null: all rows. */
    rows: z.array(z.object({ from: z.int(), to: z.int() })).nullable(),
  })
  .meta({ id: 'ChangedRange' })

/** Few cells as they are now, many as ranges to be read where they are in view; a range may hold unchanged cells. */
const CellsChanged = z
  .object({ version: z.int(), cells: z.array(ChangedCell), ranges: z.array(ChangedRange) })
  .meta({ id: 'CellsChanged' })

const StructureChanged = z
  .object({
    version: z.int(),
    /** What to read anew; after `rows`, rows stand at other indexes than before. */
    parts: z.array(z.enum(['columns', 'rows', 'versions', 'scores', 'sheet'])),
    row_count: z.int(),
  })
  .meta({ id: 'StructureChanged' })

const OperationProgress = z
  .object({
    operation_id: z.string(),
    status: z.string(),
    cell_count: z.int(),
    completed_count: z.int(),
    failed_count: z.int(),
    pending_count: z.int(),
    /** Cells a second, over the latest seconds; null while nothing is known. */
    rate: z.number().nullable(),
    seconds_left: z.number().nullable(),
    call_count: z.int(),
    cost: z.number(),
    /** Calls whose price is not known: the cost leaves them out. */
    unpriced_call_count: z.int(),
    message: z.string().nullable(),
  })
  .meta({ id: 'OperationProgress' })
export type OperationTold = z.output<typeof OperationProgress>

/** The newest calculation of the score card, or of the score. */
const ScoreProgress = z
  .object({
    source: z.enum(['scorecard', 'score']),
    calculation_id: z.string(),
    status: z.string(),
    /** Null for a score, which is calculated in one go. */
    scored_rows: z.int().nullable(),
    total_rows: z.int().nullable(),
  })
  .meta({ id: 'ScoreProgress' })
export type ScoreTold = z.output<typeof ScoreProgress>

/** With how calculations stand; what becomes of them is told as it happens. */
const Ready = z.object({ version: z.int(), row_count: z.int(), calculations: z.array(ScoreProgress) })
/** Too much was missed to be told: read the sheet anew. */
const Reload = z.object({ version: z.int(), row_count: z.int() })

const events = {
  ready: Ready,
  cells: CellsChanged,
  structure: StructureChanged,
  operation: OperationProgress,
  score: ScoreProgress,
  reload: Reload,
}

export const readSheetEvents = defineEndpoint({
  id: 'read_table_sheet_events',
  method: 'get',
  path: `${sheetPath}/events`,
  summary: 'What changes in a sheet, as it changes',
  description:
    'With `stream`, server-sent events: `ready` first, then `cells`, `structure`, `operation` and `score` as things ' +
    'happen, ten times a second at most, each with the version of the sheet as its id. A client that was cut off goes on ' +
    'with `Last-Event-ID` (browsers send it by themselves) or `after`, and is told what it missed, or `reload` when ' +
    'that is too much: the latest 1,024 changes are kept. Up to 200 changed cells come as they are now, more as ' +
    'ranges of rows. The stream ends with `error` when the sheet is deleted or the caller may no longer read it, and ' +
    'with `end` when the server stops; reconnect then. Without `stream`, the events since `after` at once.',
  tags: ['sheets'],
  auth: 'header',
  params: SheetId,
  query: z.object({
    after: textInteger({ minimum: 0 }).optional(),
    stream: textBoolean.default(false),
  }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        events: z.array(
          z.union(
            (['cells', 'structure', 'operation', 'score', 'reload'] as const).map((name) =>
              z.object({ event: z.literal(name), data: events[name] }),
            ),
          ),
        ),
        last_id: z.int(),
      })
      .meta({ id: 'SheetEventsResponse' }),
  },
  events,
  errors: standardErrors,
  example: {
    params: {
      table_id,
      sheet_id,
    },
    query: { after: 0 },
  },
})
