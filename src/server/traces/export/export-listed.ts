import type { Json } from '../../../engine/columns/json.ts'
import type { Store } from '../../db/index.ts'
import type { FileColumn } from '../../files/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { finishIndex, readFilterText, rowsDownload } from '../../requests/index.ts'
import { presentTraces } from '../list/search-traces.ts'
import type { TraceWish } from '../list/trace-query.ts'
import { walkTraces } from './walk-traces.ts'

export const exportListedTraces: Handler<'exportListedTraces'> = (context, { caller, body }) =>
  exported(context, caller.workspace, body)

export const downloadTraces: Handler<'downloadTraces'> = (context, { caller, query }) =>
  exported(context, caller.workspace, { ...query, filter_group: readFilterText(query.filter_group) })

type Options = Omit<Parameters<typeof rowsDownload>[2], 'name'> & Pick<TraceWish, 'filter_group' | 'q'>

async function exported(
  { store, now }: { readonly store: Store; readonly now: () => number },
  workspace: WorkspaceId,
  { filter_group, q, ...file }: Options,
) {
  if (q) await finishIndex(store)
  const rows = exportedRows(store, workspace, { filter_group, q }, now())
  return rowsDownload(columns, rows, { ...file, name: 'traces' })
}

async function* exportedRows(store: Store, workspace: WorkspaceId, wish: TraceWish, now: number) {
  for await (const ids of walkTraces(store, workspace, wish, now)) {
    const traces = await presentTraces(store, workspace, ids, now)
    yield traces.map((trace) => columns.map(({ title }) => trace[title] as Json))
  }
}

type Title = keyof Awaited<ReturnType<typeof presentTraces>>[number]
const column = (title: Title, kind: FileColumn['kind']) => ({ title, kind })

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
