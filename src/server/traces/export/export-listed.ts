import type { Json } from '../../../engine/json/json.ts'
import type { Store } from '../../db/index.ts'
import type { FileColumn } from '../../files/index.ts'
import type { Handler } from '../../http/handler.ts'
import {
  cursorParts,
  cursorText,
  finishIndex,
  readFilterText,
  reportedTokens,
  rowsDownload,
  wrongCursor,
} from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { TracePosition } from '../list/list-queries.ts'
import { presentTraces } from '../list/present-traces.ts'
import { positionOf } from '../list/trace-cursor.ts'
import type { TraceCriteria } from '../list/trace-query.ts'
import { walkTraces } from './walk-traces.ts'

export const exportListedTraces: Handler<'exportListedTraces'> = (context, { caller, body }) =>
  exported(context, caller.workspace, body)

export const downloadTraces: Handler<'downloadTraces'> = (context, { caller, query }) =>
  exported(context, caller.workspace, { ...query, filter_group: readFilterText(query.filter_group) })

interface Options
  extends Omit<Parameters<typeof rowsDownload>[2], 'name'>,
    Pick<TraceCriteria, 'filter_group' | 'q'> {
  readonly cursor?: string | null | undefined
  readonly limit?: number | null | undefined
}

async function exported(
  { store, now }: { readonly store: Store; readonly now: () => number },
  workspace: WorkspaceId,
  { filter_group, q, cursor, limit, ...file }: Options,
) {
  if (q) await finishIndex(store)
  const part = {
    after: cursor == null ? null : readCursor(cursor),
    limit: limit ?? Number.POSITIVE_INFINITY,
  }
  const rows = exportedRows(store, workspace, { filter_group, q }, now(), part)
  return rowsDownload([...columns, cursorColumn], rows, { ...file, name: 'traces' })
}

type ListedTrace = Awaited<ReturnType<typeof presentTraces>>[number]

interface Part {
  readonly after: TracePosition | null
  readonly limit: number
}

async function* exportedRows(
  store: Store,
  workspace: WorkspaceId,
  criteria: TraceCriteria,
  now: number,
  { after, limit }: Part,
) {
  let remaining = limit
  for await (const walked of walkTraces(store, workspace, criteria, now, after)) {
    const positions = new Map(walked.slice(0, remaining).map((position) => [position.id, position]))
    const traces = await presentTraces(store, workspace, [...positions.keys()], now)
    yield traces.map((trace) => [...valuesOf(trace), cursorOf(positions.get(trace.trace_id)!)])
    remaining -= positions.size
    if (remaining <= 0) return
  }
}

function valuesOf(trace: ListedTrace): Json[] {
  const presented = trace.request_count > 0 ? { ...trace, ...reportedTokens(trace) } : trace
  return columns.map(({ title }) => presented[title] as Json)
}

const cursorOf = ({ value, id }: TracePosition): string => cursorText(['trace_start_time', value, id])

function readCursor(cursor: string): TracePosition {
  const [order, value, id] = cursorParts(cursor)
  if (order !== 'trace_start_time') throw wrongCursor()
  return positionOf([value, id])
}

const cursorColumn = { title: 'cursor', kind: 'text' } as const
const column = (title: keyof ListedTrace, kind: FileColumn['kind']) => ({ title, kind })

const columns = [
  column('trace_id', 'text'),
  column('name', 'text'),
  column('status', 'text'),
  column('state', 'text'),
  column('started_at', 'text'),
  column('ended_at', 'text'),
  column('duration_ms', 'number'),
  column('span_count', 'integer'),
  column('error_count', 'integer'),
  column('request_count', 'integer'),
  column('cost', 'number'),
  column('cost_is_whole', 'boolean'),
  column('input_tokens', 'integer'),
  column('output_tokens', 'integer'),
  column('models', 'text'),
  column('tools', 'text'),
  column('tags', 'text'),
  column('metadata', 'text'),
  column('scores', 'text'),
  column('session_id', 'text'),
  column('user_id', 'text'),
] as const
