import { type Endpoint, endpoints } from '../../contract/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import type { AuditEventRow } from '../db/index.ts'
import type { Audit } from '../http/audit.ts'
import { idOf, nameOf } from '../http/caller.ts'
import type { Handler, HandlerOf } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { completeEvent, insertEvent, selectEvents } from './audit-queries.ts'

/** Longer values are truncated: the log records events, it is no backup. */
const maxTextLength = 64 * 1024

export function auditOf(
  handlers: Readonly<Record<string, HandlerOf<Endpoint>>>,
  now: () => number,
  notify: Audit['notify'],
): Audit {
  const readers = new Map<string, HandlerOf<Endpoint>>()
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    if (endpoint.method === 'get') readers.set(endpoint.path, handlers[name]!)
  return {
    readerOf: ({ method, path }) => (method === 'post' ? undefined : readers.get(path)),
    async record(store, tx, { workspace, actor, operation, params, input, before }, after) {
      const id = await store.nextId(tx, 'audit_event_ids')
      await insertEvent(tx, {
        workspace_id: workspace,
        id,
        at: now(),
        actor_kind: actor.kind,
        actor_id: idOf(actor),
        actor_name: nameOf(actor),
        operation,
        params: truncated(params),
        given: truncated(input),
        before: truncated(before),
        after: after === undefined ? null : truncated(after),
      })
      return id
    },
    async complete(store, workspace, id, after) {
      notify(workspace, id)
      await store.append([completeEvent(store.db, workspace, id, truncated(after))])
    },
    notify,
  }
}

export const listAuditEvents: Handler<'listAuditEvents'> = async ({ store }, { caller, query }) => {
  const { before_id: before, operation, limit } = query
  const rows = await selectEvents(store.scan, caller.workspace, { before, operation, limit: limit + 1 })
  return {
    success: true as const,
    audit_events: rows.slice(0, limit).map(present),
    has_more: rows.length > limit,
  }
}

const present = (row: AuditEventRow) => ({
  id: row.id,
  at: isoTime(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  operation: row.operation,
  params: JSON.parse(row.params) as Record<string, unknown>,
  given: parseExact(row.given) as unknown,
  before: parseExact(row.before) as unknown,
  after: row.after === null ? null : (parseExact(row.after) as unknown),
})

function truncated(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  if (text.length <= maxTextLength) return text
  return JSON.stringify({ cut: true, length: text.length, beginning: text.slice(0, maxTextLength / 2) })
}
