import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Call, Handler, SendEvent } from '../../http/handler.ts'
import { EventStream } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { getSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { type Look, look, type ToldSoFar } from './look.ts'

/** Ten batches a second at most. */
const pause = 100
/** Milliseconds between two questions whether the caller may still read the sheet. */
const askAgain = 2_000

export const readSheetEvents =
  (ports: SheetPorts): Handler<'readSheetEvents'> =>
  async (context, call) => {
    const { store, now } = context
    const { workspace } = call.caller
    const sheet = await getSheet(store.db, workspace, call.params)
    const after = startOf(call.lastEventId) ?? call.query.after ?? sheet.version_count
    if (call.query.stream)
      return new EventStream((send) => stream(context, call, after, nothingTold(ports), send))
    const { events, told } = await look(store, workspace, call.params, after, nothingTold(ports), now())
    return { success: true as const, events: [...events], last_id: told }
  }

const nothingTold = ({ runs, scoring }: SheetPorts): ToldSoFar => ({
  runs: runs.progress(),
  scores: scoring.progress(),
})

const startOf = (id: string | null): number | null =>
  id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null

/** Until the client or the server goes away, or the caller may no longer read the sheet. */
async function stream(
  { store, changes, now }: Context,
  { caller, params, visitor }: Pick<Call, 'caller' | 'visitor'> & { params: SheetAddress },
  after: number,
  soFar: ToldSoFar,
  send: SendEvent,
) {
  const { workspace } = caller
  const sheet = await getSheet(store.db, workspace, params)
  const { version_count, row_count } = sheet
  const calculations = await soFar.scores.changes(store, sheet)
  let told = after
  let askedAt = now()
  let found: Look
  await send('ready', { version: version_count, row_count, calculations }, String(after))
  do {
    if (now() - askedAt >= askAgain) {
      await visitor.stillMay()
      askedAt = now()
    }
    found = await look(store, workspace, params, told, soFar, now())
    told = found.told
    // With the id on the last one, a client that is cut off between them is told all of them again.
    for (const [place, { event, data }] of found.events.entries())
      await send(event, data, place === found.events.length - 1 ? String(told) : undefined)
    if (found.events.length > 0) await sleep(pause)
  } while (found.isBehind || (await changes.wait(workspace, visitor.signal)))
  return { success: true as const, events: [], last_id: told }
}
