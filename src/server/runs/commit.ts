import { rowsOf, staleAfter } from '../../engine/sheet/index.ts'
import type { SheetRow, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import {
  beginChangeOf,
  type LoadedSheet,
  noteCells,
  preserveCellsOfRun,
  preserveStaleCellsOfRun,
  runEffects,
  writtenRanges,
} from '../sheets/index.ts'
import type { BatchCell } from './batch-cell.ts'
import { type CacheEntry, keepInCache } from './cache-queries.ts'
import {
  isPlain,
  takeCells,
  type WholePortion,
  type Writing,
  writeAwaiting,
  writeComputed,
  writeFailed,
  writeGivenUp,
  writeOutdated,
  writePlain,
  writeProgress,
  writeUnchanged,
  writeUnpaid,
} from './commit-queries.ts'
import type { Resolve } from './load-batch.ts'
import type { Computed, Failed, Outcome } from './outcome.ts'
import { takePaidCalls } from './paid-call-queries.ts'
import { reviveRows } from './revive.ts'
import type { Tallied } from './run-queries.ts'
import type { Outdated } from './surroundings.ts'

/** What a batch has come to since its last commit. */
export interface Gathered {
  readonly outcomes: readonly Outcome[]
  readonly outdated: readonly Outdated[]
  /** Rows in which stale cells may hold after all. */
  readonly revived: ReadonlySet<number>
}

export interface CommitSetting {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly operation: string
  readonly execution: string
  readonly loaded: LoadedSheet
  readonly resolve: Resolve
  readonly now: () => number
  /** Of a run that queued nothing: the change that has begun, which found the cells as they were read. */
  readonly begun?: { readonly sheet: SheetRow; readonly whole: WholePortion }
  /** Whether what cells wait for in vain is as it was read, given the change that has begun. */
  readonly mayGiveUp?: (sheet: SheetRow) => Promise<boolean>
}

/** Writes what the run still has the right to write, and what follows from it; the operation is to count it. Null when the sheet is gone. */
export async function commitResults(
  tx: Tx,
  { store, workspace, operation, execution, loaded, resolve, now, begun, mayGiveUp }: CommitSetting,
  { outcomes: found, outdated, revived }: Gathered,
): Promise<Tallied | null> {
  const at = now()
  const held = begun
    ? new Map([[begun.sheet.number, begun.sheet]])
    : await beginChangeOf(tx, workspace, loaded, at)
  if (!held) return null
  const sheet = held.get(loaded.sheet.number)!
  const isHopeless = !mayGiveUp || !found.some(isGivenUp) || (await mayGiveUp(sheet))
  const outcomes = isHopeless ? found : found.filter((outcome) => !isGivenUp(outcome))
  const writing: Writing = { dialect: store.dialect, sheet, execution, whole: begun?.whole ?? null }
  const computed = outcomes.filter((outcome) => outcome.kind === 'computed')
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed')
  const unchanged = outcomes.filter((outcome) => outcome.kind === 'unchanged')
  await preserveOutcomes(tx, writing, [...computed, ...failed], unchanged)
  if (begun)
    await takeCells(
      tx,
      writing,
      outcomes.filter((outcome) => outcome.kind !== 'computed' || !isPlain(outcome)),
    )
  await writeOutdated(tx, writing, outdated.length === 0 ? [] : unsettled(outdated, outcomes))
  await writeProgress(
    tx,
    writing,
    outcomes.filter((outcome) => outcome.kind === 'progressed'),
  )
  const unpaid = await writeUnpaid(
    tx,
    writing,
    outcomes.filter((outcome) => outcome.kind === 'unpaid'),
  )
  const tally = {
    completed:
      (await writePlain(tx, writing, computed.filter(isPlain))) +
      (await writeComputed(
        tx,
        writing,
        computed.filter((outcome) => !isPlain(outcome)),
      )) +
      (await writeUnchanged(tx, writing, unchanged)),
    failed: await writeFailed(tx, writing, failed),
    released:
      unpaid +
      (await writeGivenUp(
        tx,
        writing,
        outcomes.filter((outcome) => outcome.kind === 'given up'),
      )) +
      (await writeAwaiting(
        tx,
        writing,
        outcomes.filter((outcome) => outcome.kind === 'awaiting'),
      )),
    ...(await takePaidCalls(tx, workspace, operation, requestsOf([...computed, ...failed]))),
    message: unpaid > 0 ? unpaidMessage : null,
  }
  await keepInCache(tx, store.dialect, workspace, cacheEntries(computed), at)
  const current = { ...loaded, sheets: sheetsIn(loaded, held) }
  await noteCells(tx, current, writtenRanges(outdated.length === 0 ? outcomes : [...outcomes, ...outdated]))
  await reachOut(tx, current, sheet, outcomes)
  if (revived.size > 0) await reviveRows(tx, workspace, sheet, [...revived], resolve)
  return tally
}

/** Cells under those that only progressed or were not paid may be outdated all the same. */
function unsettled(outdated: readonly Outdated[], outcomes: readonly Outcome[]): Outdated[] {
  const settled = new Set<BatchCell>()
  for (const { kind, cell } of outcomes) if (kind !== 'progressed' && kind !== 'unpaid') settled.add(cell)
  return outdated.filter(({ cell }) => !settled.has(cell))
}

const unpaidMessage =
  'The budget is used up, or what is left is less than the next call may cost: what it did not cover is as it was before.'

function requestsOf(outcomes: readonly (Computed | Failed)[]): number[] {
  const requests: number[] = []
  for (const { metrics } of outcomes) if (metrics) requests.push(...metrics.request_ids)
  return requests
}

/** What saved versions still need of the cells that are about to be written. */
async function preserveOutcomes(
  tx: Tx,
  { sheet, execution, whole }: Writing,
  written: readonly Outcome[],
  unchanged: readonly Outcome[],
) {
  if (sheet.saved_at === 0) return
  const placeOf = ({ cell, row, column }: Outcome) => ({
    row: row.id,
    column: column.row.number,
    generation: cell.generation,
  })
  const kept = written.filter(
    ({ cell: { contentSince } }) => contentSince !== null && contentSince <= sheet.saved_at,
  )
  const holder = whole ? null : execution
  await preserveCellsOfRun(tx, sheet, holder, kept.map(placeOf))
  await preserveStaleCellsOfRun(tx, sheet, holder, unchanged.map(placeOf))
}

/** Another run may have begun what the cell waits for: it is looked at once more. */
const isGivenUp = ({ kind }: Outcome): boolean => kind === 'given up'

function cacheEntries(computed: readonly Computed[]): CacheEntry[] {
  const entries: CacheEntry[] = []
  for (const { cacheKey: key, value, evidence } of computed)
    if (key !== null) {
      const kept = evidence === undefined ? null : JSON.stringify(evidence)
      entries.push({ key, value: JSON.stringify(value), evidence: kept })
    }
  return entries
}

/** The sheets of the graph as this change has them; the indexes at hand are those of the layout that was loaded. */
const sheetsIn = ({ sheets }: LoadedSheet, held: ReadonlyMap<number, SheetRow>) =>
  new Map(
    [...sheets].flatMap(([id, { number, layout }]) => {
      const sheet = held.get(number)
      return sheet ? [[id, { ...sheet, layout }] as const] : []
    }),
  )

/** What other sheets show of the cells is stale there. */
async function reachOut(tx: Tx, loaded: LoadedSheet, sheet: SheetRow, outcomes: readonly Outcome[]) {
  const changed = outcomes.filter(
    ({ kind, column }) => column.reachesOut && (kind === 'computed' || kind === 'failed'),
  )
  if (changed.length === 0) return
  const byColumn = Map.groupBy(changed, ({ column }) => column.id)
  const changes = [...byColumn].map(([column, some]) => ({
    column,
    rows: rowsOf(some.map(({ row }) => row.index)),
  }))
  const stale = staleAfter(loaded.graph, changes).filter((range) => range.sheet !== sheet.id)
  await runEffects(tx, loaded, { stale, reconfigured: [] }, sheet.updated_at)
}
