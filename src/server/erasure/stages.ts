import type { PersonDeletionCounts } from '../../contract/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { readRequestTexts } from '../requests/index.ts'
import { readSpanTexts } from '../traces/index.ts'
import { type Candidate, type Key, readTexts, type TextTable } from './text-queries.ts'

/** One kind of row, in the order of its key. */
interface SearchedKind {
  readonly read: (store: Store, workspace: WorkspaceId, after: Key | null) => Promise<Candidate[]>
  readonly pageSize: number
}

/** Bodies are up to 20 MB each. */
const bodiesAtOnce = 20
const rowsAtOnce = 200

const table = (described: TextTable): SearchedKind => ({
  read: (store, workspace, after) => readTexts(store, workspace, described, { after, limit: rowsAtOnce }),
  pageSize: rowsAtOnce,
})

export const textTables = {
  log_records: {
    table: 'span_logs',
    keys: ['trace_id', 'span_id', 'digest'],
    texts: ['event'],
  },
  scores: {
    table: 'given_scores',
    keys: ['subject_type', 'subject_id', 'trace_id', 'name', 'source'],
    texts: ['subject_id', 'name', 'text', 'comment'],
  },
  comments: { table: 'comments', keys: ['id'], texts: ['text'] },
  notifications: { table: 'notifications', keys: ['person_id', 'id'], texts: ['subject', 'text'] },
  views: { table: 'request_views', keys: ['id'], texts: ['name', 'query', 'columns'] },
  trace_views: { table: 'trace_views', keys: ['id'], texts: ['name', 'query', 'columns'] },
  idempotency_keys: { table: 'idempotency_keys', keys: ['key'], texts: ['key'] },
  audit_events: { table: 'audit_events', keys: ['id'], texts: ['params', 'given', 'before', 'after'] },
} as const satisfies Record<string, TextTable>

export type TextStage = keyof typeof textTables
export const isTextStage = (stage: Stage): stage is TextStage => Object.hasOwn(textTables, stage)

/** What is searched, in this order: a trace goes with its requests before spans and requests are searched one by one. */
export const searched = {
  traces: table({
    table: 'traces',
    keys: ['trace_id'],
    texts: ['trace_id', 'name', 'session_id', 'user_id', 'stated', 'facets'],
  }),
  spans: {
    async read(store, workspace, after) {
      const position = after && { trace_id: String(after[0]), span_id: String(after[1]) }
      const rows = await readSpanTexts(store, workspace, position, bodiesAtOnce)
      return rows.map(({ trace_id, span_id, texts }) => ({ key: [trace_id, span_id], texts }))
    },
    pageSize: bodiesAtOnce,
  },
  requests: {
    async read(store, workspace, after) {
      const rows = await readRequestTexts(store, workspace, Number(after?.[0] ?? 0), bodiesAtOnce)
      return rows.map(({ id, texts }) => ({ key: [id], texts }))
    },
    pageSize: bodiesAtOnce,
  },
  log_records: table(textTables.log_records),
  scores: table(textTables.scores),
  comments: table(textTables.comments),
  notifications: table(textTables.notifications),
  views: table(textTables.views),
  trace_views: table(textTables.trace_views),
  idempotency_keys: table(textTables.idempotency_keys),
  audit_events: table(textTables.audit_events),
} satisfies Record<string, SearchedKind>

export type Stage = keyof typeof searched
export const stages = Object.keys(searched) as readonly Stage[]

/** The count that a stage adds to: saved views of all lists are one. */
export const countOf = (stage: Stage): keyof PersonDeletionCounts =>
  stage === 'trace_views' ? 'views' : stage

export const noCounts: PersonDeletionCounts = {
  requests: 0,
  traces: 0,
  spans: 0,
  scores: 0,
  comments: 0,
  notifications: 0,
  views: 0,
  log_records: 0,
  idempotency_keys: 0,
  audit_events: 0,
}

export function added(
  counts: PersonDeletionCounts,
  more: Partial<PersonDeletionCounts>,
): PersonDeletionCounts {
  const sum = { ...counts }
  for (const [kind, count] of Object.entries(more) as [keyof PersonDeletionCounts, number][])
    sum[kind] += count
  return sum
}
