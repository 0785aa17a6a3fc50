import { rowsOf, staleAfter } from '../../engine/sheet/index.ts'
import type { SheetRow, Store, Tx } from '../db/index.ts'
import {
  beginChangeByNumber,
  type LoadedSheet,
  preserveCellsOfRun,
  preserveStaleCellsOfRun,
  recordCells,
  runEffects,
} from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { BatchCell } from './batch-cell.ts'
import {
  isPlain,
  type SerializedValues,
  takeCells,
  type Writing,
  writeAwaiting,
  writeComputed,
  writeFailed,
  writeGivenUp,
  writeNewlyStale,
  writePlain,
  writeProgress,
  writeUnchanged,
  writeUnpaid,
} from './commit-queries.ts'
import type { Resolve } from './load-batch.ts'
import type { Computed, Failed, Outcome, PlannedCell } from './outcome.ts'
import { type CacheEntry, insertIntoCache } from './paid-calls/cache-queries.ts'
import { takePaidCalls } from './paid-calls/paid-call-queries.ts'
import { reviveRows } from './revive.ts'
import type { Tallied } from './run-queries.ts'
import { writtenRanges } from './written-ranges.ts'

/** The results of a batch since its last commit. */
export interface BatchResults {
  readonly outcomes: readonly Outcome[]
  readonly newlyStale: readonly PlannedCell[]
  /** Rows with stale cells that may match their inputs again. */
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
  /** Set for a run without queueing: the change has begun, and the cells are unchanged. */
  readonly begunChange?: { readonly sheet: SheetRow; readonly serialized: SerializedValues }
  /** True if blocked cells may be given up, because their inputs have not changed up to this change. */
  readonly mayGiveUp?: (sheet: SheetRow) => Promise<boolean>
}

/**
 * Writes the results that the run may still write, and their effects. Returns the counts for the operation; null if the
 * sheet was deleted.
 */
export async function commitResults(
  tx: Tx,
  { store, workspace, operation, execution, loaded, resolve, now, begunChange, mayGiveUp }: CommitSetting,
  { outcomes: allOutcomes, newlyStale, revived }: BatchResults,
): Promise<Tallied | null> {
  const time = now()
  const locked = begunChange
    ? new Map([[begunChange.sheet.number, begunChange.sheet]])
    : await beginChangeOf(tx, workspace, loaded, time)
  if (!locked) return null
  const sheet = locked.get(loaded.sheet.number)!
  // Cells that may not be given up yet stay queued and are checked again in the next round.
  const mayWriteGivenUp = !mayGiveUp || !allOutcomes.some(isGivenUp) || (await mayGiveUp(sheet))
  const outcomes = mayWriteGivenUp ? allOutcomes : allOutcomes.filter((outcome) => !isGivenUp(outcome))
  const writing: Writing = {
    dialect: store.dialect,
    sheet,
    execution,
    serialized: begunChange?.serialized ?? null,
  }
  const ofKind = <Kind extends Outcome['kind']>(kind: Kind) =>
    outcomes.filter((outcome): outcome is Extract<Outcome, { kind: Kind }> => outcome.kind === kind)
  const computed = ofKind('computed')
  const failed = ofKind('failed')
  const unchanged = ofKind('unchanged')
  await preserveOutcomes(tx, writing, [...computed, ...failed], unchanged)
  if (begunChange)
    await takeCells(
      tx,
      writing,
      outcomes.filter((outcome) => outcome.kind !== 'computed' || !isPlain(outcome)),
    )
  await writeNewlyStale(tx, writing, newlyStale.length === 0 ? [] : withoutOutcome(newlyStale, outcomes))
  await writeProgress(tx, writing, ofKind('progressed'))
  const unpaid = await writeUnpaid(tx, writing, ofKind('unpaid'))
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
      (await writeGivenUp(tx, writing, ofKind('given up'))) +
      (await writeAwaiting(tx, writing, ofKind('awaiting'))),
    ...(await takePaidCalls(tx, workspace, operation, requestsOf([...computed, ...failed]))),
    message: unpaid > 0 ? unpaidMessage : null,
  }
  await insertIntoCache(tx, store.dialect, workspace, cacheEntries(computed), time)
  const current = { ...loaded, sheets: sheetsIn(loaded, locked) }
  await recordCells(
    tx,
    current,
    writtenRanges(newlyStale.length === 0 ? outcomes : [...outcomes, ...newlyStale]),
  )
  await invalidateOtherSheets(tx, current, sheet, outcomes)
  if (revived.size > 0) await reviveRows(tx, workspace, sheet, [...revived], resolve)
  return tally
}

/** Leaves out cells with an outcome, except progress and skips: those cells can become stale too. */
function withoutOutcome(newlyStale: readonly PlannedCell[], outcomes: readonly Outcome[]): PlannedCell[] {
  const withOutcome = new Set<BatchCell>()
  for (const { kind, cell } of outcomes) if (kind !== 'progressed' && kind !== 'unpaid') withOutcome.add(cell)
  return newlyStale.filter(({ cell }) => !withOutcome.has(cell))
}

const unpaidMessage =
  'The budget is used up, or the rest is less than the next call may cost. Cells that it did not cover are unchanged.'

function requestsOf(outcomes: readonly (Computed | Failed)[]): number[] {
  const requests: number[] = []
  for (const { metrics } of outcomes) if (metrics) requests.push(...metrics.request_ids)
  return requests
}

/** Preserves the overwritten content of cells, if saved versions need it. */
async function preserveOutcomes(
  tx: Tx,
  { sheet, execution, serialized }: Writing,
  outcomes: readonly Outcome[],
  unchanged: readonly Outcome[],
) {
  if (sheet.saved_at === 0) return
  const cellAddressOf = ({ cell, row, column }: Outcome) => ({
    row: row.id,
    column: column.row.number,
    generation: cell.generation,
  })
  const savedBefore = outcomes.filter(
    ({ cell: { contentSince } }) => contentSince !== null && contentSince <= sheet.saved_at,
  )
  const holder = serialized ? null : execution
  await preserveCellsOfRun(tx, sheet, holder, savedBefore.map(cellAddressOf))
  await preserveStaleCellsOfRun(tx, sheet, holder, unchanged.map(cellAddressOf))
}

/** True for an outcome that needs a second check, because another run may be computing the cell's input. */
const isGivenUp = ({ kind }: Outcome): boolean => kind === 'given up'

function cacheEntries(computed: readonly Computed[]): CacheEntry[] {
  const entries: CacheEntry[] = []
  for (const { cacheKey: key, value, evidence } of computed)
    if (key !== null) {
      const evidenceText = evidence === undefined ? null : JSON.stringify(evidence)
      entries.push({ key, value: JSON.stringify(value), evidence: evidenceText })
    }
  return entries
}

/**
 * The sheets of the graph in the state of this change, with the layout that was loaded, because row indexes refer to
 * that layout.
 */
const sheetsIn = ({ sheets }: LoadedSheet, locked: ReadonlyMap<number, SheetRow>) =>
  new Map(
    [...sheets].flatMap(([id, { number, layout }]) => {
      const sheet = locked.get(number)
      return sheet ? [[id, { ...sheet, layout }] as const] : []
    }),
  )

/** Makes cells in other sheets stale that mirror these cells. */
async function invalidateOtherSheets(
  tx: Tx,
  loaded: LoadedSheet,
  sheet: SheetRow,
  outcomes: readonly Outcome[],
) {
  const changed = outcomes.filter(
    ({ kind, column }) => column.reachesOut && (kind === 'computed' || kind === 'failed'),
  )
  if (changed.length === 0) return
  const byColumn = Map.groupBy(changed, ({ column }) => column.id)
  const changes = [...byColumn].map(([column, columnCells]) => ({
    column,
    rows: rowsOf(columnCells.map(({ row }) => row.index)),
  }))
  const stale = staleAfter(loaded.graph, changes).filter((range) => range.sheet !== sheet.id)
  await runEffects(tx, loaded, { stale, reconfigured: [] }, sheet.updated_at)
}

/**
 * Locks all sheets of a graph for writing results, each with the number of this change. Undefined if the sheet itself
 * was deleted.
 */
async function beginChangeOf(
  tx: Tx,
  workspace: WorkspaceId,
  { sheet, sheets }: LoadedSheet,
  now: number,
): Promise<ReadonlyMap<number, SheetRow> | undefined> {
  const locked = new Map<number, SheetRow>()
  for (const number of [...sheets.values()].map((linked) => linked.number).sort((a, b) => a - b)) {
    const row = await beginChangeByNumber(tx, workspace, number, now)
    if (row && row.deleted_at === null) locked.set(number, row)
  }
  return locked.has(sheet.number) ? locked : undefined
}
