import type { Context } from '../context.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type Client, EventStream, type Handler, type SendEvent } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { newestRequest } from '../requests/index.ts'
import { lastChange, selectChanges } from './queries.ts'

const atOnce = 200
/**
 * Milliseconds in which an event with a smaller id may still become visible, because its transaction
 * committed later.
 */
const settledMilliseconds = 10_000
/** Requests may arrive by the thousand; one event per second is enough. */
const newestMilliseconds = 1_000
/** Milliseconds between checks that the listener is still authorized. */
const askAgain = 2_000

export const readEvents: Handler<'readEvents'> = async (context, { caller, query, visitor }) => {
  const { workspace } = caller
  const after = query.after ?? (await lastChange(context.store.db, workspace))
  if (query.stream) return new EventStream((send) => stream(context, workspace, { after, send, visitor }))
  const rows = await selectChanges(context.store.db, workspace, after, atOnce)
  return answer(rows.map(present), rows.at(-1)?.id ?? after)
}

interface Listener {
  readonly after: number
  readonly send: SendEvent
  readonly visitor: Client
}

/** Runs until the client disconnects, the server stops, or the caller loses access. */
async function stream(context: Context, workspace: WorkspaceId, { after, send, visitor }: Listener) {
  const { store, changes, now } = context
  const sentIds = new Set<number>()
  let floor = after
  let newest = await newestRequest(store.db, workspace)
  let lookedAt = now()
  let askedAt = now()
  await send('ready', { last_id: after })
  do {
    if (now() - askedAt >= askAgain) {
      await visitor.stillMay()
      askedAt = now()
    }
    const rows = await selectChanges(store.db, workspace, floor, atOnce + sentIds.size)
    for (const row of rows) {
      if (sentIds.has(row.id)) continue
      sentIds.add(row.id)
      await send('change', present(row))
    }
    floor = rows.findLast(({ at }) => at < now() - settledMilliseconds)?.id ?? floor
    for (const id of sentIds) if (id <= floor) sentIds.delete(id)
    if (now() - lookedAt < newestMilliseconds) continue
    lookedAt = now()
    const latest = await newestRequest(store.db, workspace)
    if (isLater(latest, newest)) await send('requests', { newest_request_id: latest!.id })
    newest = latest
  } while (await changes.wait(workspace, visitor.signal))
  return answer([], Math.max(floor, ...sentIds))
}

type Newest = Awaited<ReturnType<typeof newestRequest>>

/** After the newest request is deleted, the one before it is not new. */
const isLater = (found: Newest, known: Newest): boolean =>
  found !== null &&
  (known === null ||
    found.created_at > known.created_at ||
    (found.created_at === known.created_at && found.id > known.id))

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
