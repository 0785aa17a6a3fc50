import { type Selectable, sql } from 'kysely'
import type { Store, TraceRow, Tx } from '../db/index.ts'
import type { CopiedRow, CopiedTable, Day } from './copied-table.ts'

const copiedColumns = [
  'workspace_id',
  'trace_id',
  'closed_at',
  'created_at',
  'updated_at',
  'started_at',
  'ended_at',
  'duration_ms',
  'name',
  'status',
  'span_count',
  'error_count',
  'unfinished',
  'request_count',
  'cost',
  'unpriced',
  'input_tokens',
  'output_tokens',
  'tokens',
  'session_id',
  'user_id',
] as const satisfies readonly (keyof TraceRow)[]

/** A trace in the form of ClickHouse. */
interface CopiedTrace
  extends Omit<Selectable<TraceRow>, 'facets' | 'stated' | 'due_at' | 'closure_id'>,
    CopiedRow {
  readonly facets: readonly string[]
}

/** Leaves out traces without a start: they have no spans, or their spans are not summed up yet. Lists leave them out too. */
async function copiedTraces(
  store: Store,
  workspace: number,
  ids: readonly string[],
  batch: number,
): Promise<CopiedTrace[]> {
  const rows = await store.scan
    .selectFrom('traces')
    .select([...copiedColumns, 'facets'])
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', ids)
    .where('started_at', 'is not', null)
    .execute()
  return rows.map(({ facets, ...row }) => ({
    ...row,
    batch,
    // Stored texts contain no NUL, so NUL can separate the parts.
    facets: (JSON.parse(facets) as (readonly (number | string)[])[]).map((entry) => entry.join('\0')),
  }))
}

interface TracePosition {
  readonly workspace: number
  readonly start: number
  readonly trace: string
}

/** Adds the next traces to the outbox, by their starts: newest first. */
async function backfillTraces(tx: Tx, limit: number): Promise<object | null> {
  const copy = await tx
    .selectFrom('trace_copy')
    .select(['backfill_workspace', 'backfill_start', 'backfill_trace'])
    .executeTakeFirstOrThrow()
  const bound = ({ workspace, start, trace }: TracePosition) =>
    sql`(${workspace}, cast(${start} as double precision), cast(${trace} as text))`
  const reached =
    copy.backfill_workspace === null
      ? sql`1 = 1`
      : sql`(workspace_id, started_at, trace_id) < ${bound({
          workspace: copy.backfill_workspace,
          start: copy.backfill_start!,
          trace: copy.backfill_trace!,
        })}`
  const next = sql`from traces where started_at is not null and ${reached}`
  const { rows } = await sql<TracePosition>`select * from (
      select workspace_id as workspace, started_at as start, trace_id as trace ${next}
      order by workspace_id desc, started_at desc, trace_id desc limit ${limit}) page
    order by workspace, start, trace limit 1`.execute(tx)
  const last = rows[0]
  if (!last) return null
  await sql`insert into trace_outbox (workspace_id, trace_id, created_at)
    select workspace_id, trace_id, created_at ${next}
      and (workspace_id, started_at, trace_id) >= ${bound(last)}`.execute(tx)
  return { backfill_workspace: last.workspace, backfill_start: last.start, backfill_trace: last.trace }
}

const sums = `sum(span_count) as spans, sum(error_count) as errors, sum(request_count) as requests, sum(tokens) as tokens,
    sum(unpriced) as unpriced, sum(unfinished) as unfinished, sum(updated_at % 1000003) as updates,
    sum(coalesce(cost, 0)) as cost, sum(duration_ms) as duration, sum(started_at / 1000) as starts`

async function storedDays(store: Pick<Store, 'scan'>): Promise<readonly Day[]> {
  const { rows } =
    await sql<Day>`select workspace_id as workspace, created_at / 86400000 as day, count(*) as rows,
      sum(length(trace_id)) as ids, sum(length(session_id)) as sessions, sum(length(user_id)) as users, ${sql.raw(sums)}
    from traces where started_at is not null group by 1, 2`.execute(store.scan)
  return rows
}

/** One trace has one row, which its spans change often. */
export const copiedTracesTable: CopiedTable = {
  name: 'traces',
  state: 'trace_copy',
  outbox: 'trace_outbox',
  id: { outbox: 'trace_id', copy: 'trace_id' },
  position: { outbox: 'created_at', copy: 'created_at' },
  sources: { traces: { trace_id: 'trace_id', created_at: 'created_at' } },
  rows: (store, workspace, ids, batch) => copiedTraces(store, workspace, ids as readonly string[], batch),
  backfill: backfillTraces,
  noBackfill: { backfill_workspace: null, backfill_start: null, backfill_trace: null },
  backfillId: 'backfill_trace',
  storedDays,
  copiedDays: `select workspace_id as workspace, intDiv(created_at, 86400000) as day, count() as rows,
      sum(lengthUTF8(trace_id)) as ids, sum(lengthUTF8(session_id)) as sessions, sum(lengthUTF8(user_id)) as users, ${sums}
    from traces group by 1, 2`,
  figures: {
    exact: [
      'ids',
      'sessions',
      'users',
      'spans',
      'errors',
      'requests',
      'tokens',
      'unpriced',
      'unfinished',
      'updates',
    ],
    rounded: ['cost', 'duration', 'starts'],
  },
}
