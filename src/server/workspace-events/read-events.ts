import type { Context } from '../context.ts'
import { type Client, EventStream, type Handler, type SendEvent } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import type { newestRequest } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { auditWatchOf, newestMilliseconds } from './audit-watch.ts'
import { lastChange, selectChanges } from './queries.ts'
import { SentEvents } from './sent-events.ts'

const pageSize = 200
/** Milliseconds between checks that the listener is still authorized. */
const pollInterval = 2_000

export const readEvents: Handler<'readEvents'> = async (context, { caller, query, visitor }) => {
  const { workspace } = caller
  const after = query.after ?? (await lastChange(context.store.db, workspace))
  if (query.stream)
    return new EventStream((send) =>
      context.changes.stream(workspace, () => stream(context, workspace, { after, send, visitor })),
    )
  const rows = await selectChanges(context.store.db, workspace, after, pageSize)
  return answer(rows.map(present), rows.at(-1)?.id ?? after)
}

interface Listener {
  readonly after: number
  readonly send: SendEvent
  readonly visitor: Client
}

/** Sends events until the client disconnects, the server stops, or the caller loses access. */
async function stream(context: Context, workspace: WorkspaceId, listener: Listener) {
  const watch = auditWatchOf(context)
  const leave = await watch.subscribe()
  try {
    return await follow(context, workspace, watch, listener)
  } finally {
    leave()
  }
}

async function follow(
  { store, changes, now }: Context,
  workspace: WorkspaceId,
  watch: ReturnType<typeof auditWatchOf>,
  { after, send, visitor }: Listener,
) {
  const sentEvents = new SentEvents(after)
  let newest = await watch.newest(workspace)
  let polledAt = performance.now()
  let readCount = Number.NaN
  let hasMore = false
  await send('ready', { last_id: after })
  do {
    if (performance.now() - polledAt >= pollInterval) {
      await visitor.reauthorize()
      polledAt = performance.now()
    }
    if (hasMore || readCount !== changes.notificationCount(workspace)) {
      readCount = changes.notificationCount(workspace)
      const limit = pageSize + sentEvents.count
      const rows = await selectChanges(store.db, workspace, sentEvents.floor, limit)
      hasMore = rows.length === limit
      for (const row of sentEvents.add(rows, now())) await send('change', present(row))
    }
    const latest = await watch.newest(workspace)
    if (isLater(latest, newest)) await send('requests', { newest_request_id: latest!.id })
    newest = latest
  } while (
    hasMore ||
    (await changes.wait(workspace, visitor.signal, { since: readCount, atMost: newestMilliseconds }))
  )
  return answer([], sentEvents.last)
}

type Newest = Awaited<ReturnType<typeof newestRequest>>

/** True for a newer request. If the newest request is deleted, the request before it is not new. */
const isLater = (latest: Newest, known: Newest): boolean =>
  latest !== null &&
  (known === null ||
    latest.created_at > known.created_at ||
    (latest.created_at === known.created_at && latest.id > known.id))

const answer = (events: ReturnType<typeof present>[], last_id: number) => ({
  success: true as const,
  events,
  last_id,
})

const present = (row: Awaited<ReturnType<typeof selectChanges>>[number]) => ({
  id: row.id,
  at: isoTime(row.at),
  operation: row.operation,
  params: JSON.parse(row.params) as Record<string, unknown>,
  actor: row.actor_name,
})
