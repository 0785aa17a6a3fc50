import type { OperationProgressEvent, ScoreProgressEvent } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type {
  Database,
  SheetColumnRow,
  SheetOperationRow,
  SheetRow,
  SheetVersionRow,
  Store,
  Tx,
} from '../db/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { LoadedSheet } from './storage/load-sheet.ts'

/** The functions of other rooms for sheets. app.ts passes it in, so that this room imports none of them. */
export interface SheetPorts {
  readonly runs: RunsPort
  readonly scoring: ScoringPort
  readonly imports: ImportsPort
}

export interface RunsPort {
  /** Queues the cells of a new column as a run. Returns the execution id; null if there are no cells to queue. */
  queueColumn(
    tx: Tx,
    jobs: Jobs,
    loaded: LoadedSheet,
    column: SheetColumnRow,
    readyAt: number | undefined,
  ): Promise<string | null>
  /**
   * Ends cells of active runs whose columns were changed or deleted in these sheets, so that no call for them starts
   * after the answer. Call this after the commit.
   */
  recheck(context: Pick<Context, 'store' | 'jobs'>, sheets: Iterable<SheetRow>): Promise<void>
  /** Stops the runs of a sheet. Call this before the sheet is locked (lock order: jobs, then sheet). */
  stop(context: Pick<Context, 'jobs' | 'now'>, tx: Tx, sheet: SheetRow): Promise<StoppedWork>
  /** Resets the cells without an outcome of the runs that ended at `since` or later. */
  resetStopped(context: Pick<Context, 'jobs' | 'now'>, tx: Tx, sheet: SheetRow, since: number): Promise<void>
  /** The newest run of each sheet, by sheet number. */
  latest(
    db: Database,
    workspace: WorkspaceId,
    sheets: readonly SheetRow[],
  ): Promise<ReadonlyMap<number, LatestRun>>
  /** Lists tables by their newest runs, tables with a running run first. A table may be in the list twice. */
  latestTables(db: Database, workspace: WorkspaceId, limit: number): Promise<readonly LatestTable[]>
  /** The states of the sheet's runs, which all listeners share. */
  states(store: Store, sheet: SheetRow): Promise<RunStates>
  /** Tracks which progress one listener has received. */
  progress(): RunProgress
}

export interface ScoringPort {
  /** Copies the scoring configuration to a duplicate. `ids` has the ids of the copied columns and sheets. */
  copy(tx: Tx, loaded: LoadedSheet, copy: SheetRow, ids: ReadonlyMap<string, string>): Promise<void>
  /** @throws Refusal 'bad_request' if the sheet's score uses the column. */
  refuseScored(tx: Tx, loaded: LoadedSheet, column: SheetColumnRow): Promise<void>
  /** The scores of versions, by version number. */
  ofVersions(
    db: Database,
    sheet: SheetRow,
    versions: readonly SheetVersionRow[],
  ): Promise<ReadonlyMap<number, VersionScore>>
  /** The last two scores of each sheet, newest first, by sheet number. */
  latest(
    db: Database,
    workspace: WorkspaceId,
    sheets: readonly number[],
  ): Promise<ReadonlyMap<number, readonly LatestScore[]>>
  /** Lists tables by their newest scores. A table may be in the list twice. */
  latestTables(db: Database, workspace: WorkspaceId, limit: number): Promise<readonly LatestTable[]>
  /** The newest calculation of each source, which all listeners of the sheet share. */
  calculations(store: Store, sheet: SheetRow): Promise<readonly ScoreProgressEvent[]>
}

export interface ImportsPort {
  /** Stops the import of a sheet. Call this before the sheet is locked (lock order: jobs, then sheet). */
  stop(context: Pick<Context, 'jobs' | 'uploads' | 'now'>, tx: Tx, sheet: SheetRow): Promise<StoppedWork>
}

/** Work on a sheet whose jobs this transaction cancels. */
export interface StoppedWork {
  /** Pass each to `jobs.cancelled` after the commit. */
  readonly runs: readonly string[]
  /**
   * Marks the work as ended; call it with the sheet locked. The caller resets the cells.
   * @throws OvertakenError if further work started before the lock.
   */
  end(message: string): Promise<void>
}

/** The runs of a sheet at one time. Their counts include paid calls that no result is written for. */
export interface RunStates {
  readonly active: readonly SheetOperationRow[]
  /** Finds a run that is not active. */
  find(id: string): Promise<SheetOperationRow | undefined>
}

export interface RunProgress {
  /**
   * The progress events of the runs that have changed since the listener's last events. `began` has the runs that
   * started since.
   */
  changes(states: RunStates, began: Iterable<string>, now: number): Promise<readonly OperationProgressEvent[]>
}

export interface LatestTable {
  readonly table_id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly isUnderWay: boolean
}

export interface LatestRun {
  readonly isUnderWay: boolean
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly presented: {
    readonly sheet_id: string
    readonly operation_id: string
    readonly status: string
    readonly cell_count: number
    readonly completed_count: number
    readonly failed_count: number
    readonly pending_count: number
    readonly created_at: string
    readonly updated_at: string
  }
}

export interface LatestScore {
  readonly source: 'score' | 'scorecard'
  readonly score: number | null
  readonly verdict: string | null
  readonly completed_at: number | null
  /** The version count of the sheet that was scored. */
  readonly sheet_revision: number
  readonly coverage: ScoreCoverage | null
}

/** How many cells a score uses, and how many it leaves out. */
export interface ScoreCoverage {
  readonly scored_rows: number
  readonly total_rows: number
  readonly failed_cells: number
  readonly missing_cells: number
}

export interface VersionScore {
  /** Empty for a version without a score. */
  readonly score: Record<string, unknown>
  readonly score_configuration: Record<string, unknown> | null
}
