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
import type { WorkspaceId } from '../http/caller.ts'
import type { Jobs } from '../jobs/index.ts'
import type { LoadedSheet } from './storage/load-sheet.ts'

/** Work of other rooms on sheets. The composition root fills it, so that this room imports none of them. */
export interface SheetPorts {
  readonly runs: RunsPort
  readonly scoring: ScoringPort
  readonly imports: ImportsPort
}

export interface RunsPort {
  /** Queues the cells of a new column as a run of its own. The execution id, or null without cells to queue. */
  queueColumn(
    tx: Tx,
    jobs: Jobs,
    loaded: LoadedSheet,
    column: SheetColumnRow,
    readyAt: number | undefined,
  ): Promise<string | null>
  /**
   * Ends the cells of active runs whose columns were changed or deleted in these sheets, so that no call for them
   * begins after the answer. Called after the commit.
   */
  recheck(context: Pick<Context, 'store' | 'jobs'>, sheets: Iterable<SheetRow>): Promise<void>
  /** Lock order: jobs, then sheet. Called before the sheet is locked. */
  stop(context: Pick<Context, 'jobs' | 'now'>, tx: Tx, sheet: SheetRow): Promise<StoppedWork>
  /** The newest run of each sheet, by sheet number. */
  latest(
    db: Database,
    workspace: WorkspaceId,
    sheets: readonly SheetRow[],
  ): Promise<ReadonlyMap<number, LatestRun>>
  /** Tables by their newest runs, tables with a run under way first. A table may be in the list twice. */
  latestTables(db: Database, workspace: WorkspaceId, limit: number): Promise<readonly LatestTable[]>
  /** For all listeners of the sheet. */
  states(store: Store, sheet: SheetRow): Promise<RunStates>
  /** Progress of a sheet's runs for one listener. */
  progress(): RunProgress
}

export interface ScoringPort {
  /** Copies the configuration of scoring to a duplicate; `ids` maps columns and sheets to their copies. */
  copy(tx: Tx, loaded: LoadedSheet, copy: SheetRow, ids: ReadonlyMap<string, string>): Promise<void>
  /** @throws Refusal 'bad_request' when the sheet's score names the column. */
  refuseScored(tx: Tx, loaded: LoadedSheet, column: SheetColumnRow): Promise<void>
  /** By version number. */
  ofVersions(
    db: Database,
    sheet: SheetRow,
    versions: readonly SheetVersionRow[],
  ): Promise<ReadonlyMap<number, VersionScore>>
  /** The last two scores of each sheet, the newest first, by sheet number. */
  latest(
    db: Database,
    workspace: WorkspaceId,
    sheets: readonly number[],
  ): Promise<ReadonlyMap<number, readonly LatestScore[]>>
  /** Tables by their newest scores. A table may be in the list twice. */
  latestTables(db: Database, workspace: WorkspaceId, limit: number): Promise<readonly LatestTable[]>
  /** The newest calculation of each source, for all listeners of the sheet. */
  calculations(store: Store, sheet: SheetRow): Promise<readonly ScoreProgressEvent[]>
}

export interface ImportsPort {
  /** Lock order: jobs, then sheet. Called before the sheet is locked. */
  stop(context: Pick<Context, 'jobs' | 'uploads' | 'now'>, tx: Tx, sheet: SheetRow): Promise<StoppedWork>
}

/** Work on a sheet whose jobs are cancelled in this transaction. */
export interface StoppedWork {
  /** Pass each to `jobs.cancelled` after the commit. */
  readonly runs: readonly string[]
  /** Marks the work as ended; its cells are the caller's. */
  end(message: string): Promise<void>
}

/** The runs of a sheet at one time, with the calls that are paid and not counted yet. */
export interface RunStates {
  readonly active: readonly SheetOperationRow[]
  /** A run that is not active. */
  find(id: string): Promise<SheetOperationRow | undefined>
}

export interface RunProgress {
  /** The runs that differ from the last event of the listener; `began` names runs of the changes since. */
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
  /** Version count of the sheet that was scored. */
  readonly sheet_revision: number
  readonly coverage: ScoreCoverage | null
}

/** Cells that a score rests on, or leaves out. */
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
