import { type Endpoint, endpoints } from '../../contract/index.ts'
import type { Audit } from '../http/audit.ts'
import { idOf, nameOf } from '../http/caller.ts'
import type { HandlerOf } from '../http/handler.ts'
import { completeEvent, insertEvent } from './audit-queries.ts'

/** Longer values are truncated, because the log records what happened and is no backup. */
const maxTextLength = 64 * 1024

export function auditOf(
  handlers: Readonly<Record<string, HandlerOf<Endpoint>>>,
  now: () => number,
  notify: Audit['notify'],
): Audit {
  const readers = new Map<string, HandlerOf<Endpoint>>()
  /** Handlers of lists, by path. */
  const lists = new Map<string, HandlerOf<Endpoint>>()
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (endpoint.method !== 'get') continue
    readers.set(endpoint.path, handlers[name]!)
    if (endpoint.query === undefined) lists.set(endpoint.path, handlers[name]!)
  }
  return {
    readerOf: ({ method, path }) =>
      method === 'post' ? undefined : (readers.get(path) ?? itemReader(lists, path)),
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

/**
 * Reads an entity that has no separate address, such as an API key, from its list. A member is found by the id of its
 * person.
 */
function itemReader(lists: ReadonlyMap<string, HandlerOf<Endpoint>>, path: string) {
  const [, listPath = '', parameter = ''] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? []
  const list = lists.get(listPath)
  if (!list) return undefined
  const holder = parameter.replace(/_id$/, '')
  const reader: HandlerOf<Endpoint> = async (context, call) => {
    const answer = await list(context, call)
    const id = String((call.params as Item)[parameter])
    const items = Object.values(answer as Item)
      .filter(Array.isArray)
      .flat() as Item[]
    const isRequested = (item: Item) =>
      String(item['id'] ?? (item[holder] as Item | undefined)?.['id']) === id
    return items.find(isRequested) ?? null
  }
  return reader
}

type Item = Readonly<Record<string, unknown>>

function truncated(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  if (text.length <= maxTextLength) return text
  return JSON.stringify({ cut: true, length: text.length, beginning: text.slice(0, maxTextLength / 2) })
}
