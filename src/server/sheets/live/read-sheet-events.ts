import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Call, Handler, SendEvent } from '../../http/handler.ts'
import { EventStream } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { getSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { type ReadEvents, readEvents, type SentProgress } from './read-events.ts'

/** At most ten batches a second. */
const pause = 100
/** Milliseconds between two checks that the caller may still read the sheet. */
const accessCheckInterval = 2_000

export const readSheetEvents =
  (ports: SheetPorts): Handler<'readSheetEvents'> =>
  async (context, call) => {
    const { store, now } = context
    const { workspace } = call.caller
    const sheet = await getSheet(store.db, workspace, call.params)
    const after = startOf(call.lastEventId) ?? call.query.after ?? sheet.version_count
    if (call.query.stream)
      return new EventStream((send) => stream(context, call, after, nothingTold(ports), send))
    const { events, upTo } = await readEvents(store, workspace, call.params, after, nothingTold(ports), now())
    return { success: true as const, events: [...events], last_id: upTo }
  }

const nothingTold = ({ runs, scoring }: SheetPorts): SentProgress => ({
  runs: runs.progress(),
  scores: scoring.progress(),
})

const startOf = (id: string | null): number | null =>
  id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null

/** Runs until the client disconnects, the server stops, or the caller loses access. */
async function stream(
  { store, changes, now }: Context,
  { caller, params, visitor }: Pick<Call, 'caller' | 'visitor'> & { params: SheetAddress },
  after: number,
  soFar: SentProgress,
  send: SendEvent,
) {
  const { workspace } = caller
  const sheet = await getSheet(store.db, workspace, params)
  const { version_count, row_count } = sheet
  const calculations = await soFar.scores.changes(store, sheet)
  let upTo = after
  let askedAt = now()
  let read: ReadEvents
  await send('ready', { version: version_count, row_count, calculations }, String(after))
  do {
    if (now() - askedAt >= accessCheckInterval) {
      await visitor.stillMay()
      askedAt = now()
    }
    read = await readEvents(store, workspace, params, upTo, soFar, now())
    upTo = read.upTo
    // Only the last event has the id, so that a client cut off in between receives all of them again.
    for (const [index, { event, data }] of read.events.entries())
      await send(event, data, index === read.events.length - 1 ? String(upTo) : undefined)
    if (read.events.length > 0) await sleep(pause)
  } while (read.isBehind || (await changes.wait(workspace, visitor.signal)))
  return { success: true as const, events: [], last_id: upTo }
}
