import { setTimeout as sleep } from 'node:timers/promises'
import { type SharedRead, SharedReads } from '../../caches/shared-reads.ts'
import type { Client, Handler, SendEvent } from '../../http/handler.ts'
import { EventStream } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { getSheet } from '../storage/load-sheet.ts'
import { eventsAfter, SentProgress } from './events-after.ts'
import { SheetState } from './sheet-state.ts'

/** Milliseconds between two batches of events. */
const pause = 100
/** Milliseconds between two checks whether the caller may still read the sheet. */
const accessCheckInterval = 2_000

export function readSheetEvents(ports: SheetPorts): Handler<'readSheetEvents'> {
  const sheets = new SharedReads<SheetState>()
  return async (context, { caller, params, query, lastEventId, visitor }) => {
    const { store, now } = context
    const sheet = await getSheet(store.db, caller.workspace, params)
    const after = startOf(lastEventId) ?? query.after ?? sheet.version_count
    const progress = new SentProgress(ports)
    const readState = () => SheetState.read(store, ports, caller.workspace, params)
    if (query.stream)
      return new EventStream((send) =>
        context.changes.stream(caller.workspace, () =>
          sheets.with(context.changes, caller.workspace, sheet.id, readState, (shared) =>
            follow(shared, { after, sent: progress, send, visitor, now }),
          ),
        ),
      )
    const state = await readState()
    const { events, upTo } = await eventsAfter(state, after, progress, now())
    return { success: true as const, events: [...events], last_id: upTo }
  }
}

const startOf = (id: string | null): number | null =>
  id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null

interface Listener {
  readonly after: number
  readonly sent: SentProgress
  readonly send: SendEvent
  readonly visitor: Client
  readonly now: () => number
}

/** Sends events until the client disconnects, the server stops, or the caller loses access. */
async function follow(sheet: SharedRead<SheetState>, { after, sent, send, visitor, now }: Listener) {
  let upTo = after
  let checkedAt = performance.now()
  // A state that was read before this call may be older than `after`.
  let current = await sheet.readAgain()
  const { version_count, row_count } = current.state.sheet
  const calculations = sent.calculations(current.state.calculations)
  await send('ready', { version: version_count, row_count, calculations }, String(after))
  for (;;) {
    if (performance.now() - checkedAt >= accessCheckInterval) {
      await visitor.reauthorize()
      checkedAt = performance.now()
    }
    const batch = await eventsAfter(current.state, upTo, sent, now())
    upTo = batch.upTo
    // Only the last event has the id, so that a client that missed the last event receives all events again.
    for (const [index, { event, data }] of batch.events.entries())
      await send(event, data, index === batch.events.length - 1 ? String(upTo) : undefined)
    if (batch.events.length > 0) await sleep(pause)
    if (!batch.isBehind && !(await sheet.wait(current, visitor.signal)))
      return { success: true as const, events: [], last_id: upTo }
    current = await sheet.read()
  }
}
