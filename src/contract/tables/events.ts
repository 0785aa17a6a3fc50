import { z } from 'zod'
import { answer, endpointsOf, named, textBoolean, textInteger, timestamp } from '../kit/index.ts'
import { Cell, SheetId, sheet_id, sheetPath, table_id, uuid, wireStates } from './fields.ts'

const define = endpointsOf({ tags: ['sheets'] })

const ChangedCell = named('ChangedCell', {
  id: uuid,
  column_id: uuid,
  row_index: z.int(),
  status: z.enum(wireStates),
  /** Null if `is_cut`. */
  value: Cell.shape.value,
  /** The first 2,000 characters. */
  display_value: z.string().nullable(),
  is_cut: z.boolean(),
  error: z.string().nullable(),
  error_message: z.string().nullable(),
  price: z.number().nullable(),
  latency_ms: z.number().nullable(),
  updated_at: timestamp,
})

const ChangedRange = named('ChangedRange', {
  column_ids: z.array(uuid),
  /** Row indexes from `from` to before `to`; null: all rows. */
  rows: z.array(z.object({ from: z.int(), to: z.int() })).nullable(),
})

/** A small change carries its cells; a large one carries ranges, which may include unchanged cells. */
const CellsChanged = named('CellsChanged', {
  version: z.int(),
  cells: z.array(ChangedCell),
  ranges: z.array(ChangedRange),
})

const StructureChanged = named('StructureChanged', {
  version: z.int(),
  /** Parts of the sheet to read again. With `rows`, row indexes have changed. */
  parts: z.array(z.enum(['columns', 'rows', 'versions', 'scores', 'sheet'])),
  row_count: z.int(),
})

const OperationProgress = named('OperationProgress', {
  operation_id: z.string(),
  status: z.string(),
  cell_count: z.int(),
  completed_count: z.int(),
  failed_count: z.int(),
  pending_count: z.int(),
  /** Cells a second over the last seconds; null while unknown. */
  rate: z.number().nullable(),
  seconds_left: z.number().nullable(),
  call_count: z.int(),
  cost: z.number(),
  /** Calls without a known price; `cost` leaves them out. */
  unpriced_call_count: z.int(),
  message: z.string().nullable(),
})
export type OperationProgressEvent = z.output<typeof OperationProgress>

/** The newest calculation of the scorecard, or of the score. */
const ScoreProgress = named('ScoreProgress', {
  source: z.enum(['scorecard', 'score']),
  calculation_id: z.string(),
  status: z.string(),
  /** Null for a score, which is calculated in one step. */
  scored_rows: z.int().nullable(),
  total_rows: z.int().nullable(),
})
export type ScoreProgressEvent = z.output<typeof ScoreProgress>

/** The first event: the calculations as they are now; later events report changes. */
const Ready = z.object({ version: z.int(), row_count: z.int(), calculations: z.array(ScoreProgress) })
/** The client missed more changes than are stored: read the sheet again. */
const Reload = z.object({ version: z.int(), row_count: z.int() })

const events = {
  ready: Ready,
  cells: CellsChanged,
  structure: StructureChanged,
  operation: OperationProgress,
  score: ScoreProgress,
  reload: Reload,
}

export const readSheetEvents = define({
  id: 'read_table_sheet_events',
  get: `${sheetPath}/events`,
  summary: 'Read changes of a sheet as they happen',
  description:
    'With `stream`, server-sent events: `ready` first, then `cells`, `structure`, `operation` and ' +
    '`score` as they happen, at most ten times a second, each with the version of the sheet as its id. A ' +
    'client that was disconnected continues with `Last-Event-ID` (browsers send it by themselves) or ' +
    '`after`, and gets the missed events, or `reload` if more than the latest 1,024 changes were missed. ' +
    'Up to 200 changed cells are sent with their values, more as ranges of rows. The stream ends with ' +
    '`error` if the sheet is deleted or the caller may no longer read it, and with `end` when the server ' +
    'stops; reconnect then. Without `stream`, the events since `after` are returned at once.',
  params: SheetId,
  query: z.object({
    after: textInteger({ minimum: 0 }).optional(),
    stream: textBoolean.default(false),
  }),
  success: {
    200: answer('SheetEventsResponse', {
      events: z.array(
        z.union(
          (['cells', 'structure', 'operation', 'score', 'reload'] as const).map((name) =>
            z.object({ event: z.literal(name), data: events[name] }),
          ),
        ),
      ),
      last_id: z.int(),
    }),
  },
  events,
  example: {
    params: {
      table_id,
      sheet_id,
    },
    query: { after: 0 },
  },
})
