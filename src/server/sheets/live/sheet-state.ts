import type { ScoreProgressEvent } from '../../../contract/index.ts'
import type { SheetRow, Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { RunStates, SheetPorts } from '../ports.ts'
import { selectChanges } from '../storage/change-queries.ts'
import { getSheet, loadSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { presentChanged } from './changed-cells.ts'
import { gatherChanges } from './gather-changes.ts'

/** Maximum changes in one read; the next read has further ones. */
const maxChanges = 128

export type ChangedCells = Awaited<ReturnType<typeof presentChanged>>

export interface ChangesRead {
  /** The version up to which the changes are complete. */
  readonly version: number
  readonly parts: ReturnType<typeof gatherChanges>['parts']
  /** Null if no cells changed, or if rows have moved meanwhile; the next read has those changes. */
  readonly cells: ChangedCells | null
  /** The ids of runs that started. */
  readonly runs: ReadonlySet<string>
}

/** The state of a sheet at one time, for its listeners. Each part is read once for all of them. */
export class SheetState {
  readonly sheet: SheetRow
  readonly runs: RunStates
  readonly calculations: readonly ScoreProgressEvent[]
  readonly #store: Store
  readonly #changes = new Map<number, Promise<ChangesRead>>()

  private constructor(
    store: Store,
    sheet: SheetRow,
    runs: RunStates,
    calculations: readonly ScoreProgressEvent[],
  ) {
    this.#store = store
    this.sheet = sheet
    this.runs = runs
    this.calculations = calculations
  }

  /** Reads the state. @throws Refusal 'not_found' */
  static async read(
    store: Store,
    { runs, scoring }: SheetPorts,
    workspace: WorkspaceId,
    address: SheetAddress,
  ): Promise<SheetState> {
    const sheet = await getSheet(store.db, workspace, address)
    const [states, calculations] = await Promise.all([
      runs.states(store, sheet),
      scoring.calculations(store, sheet),
    ])
    return new SheetState(store, sheet, states, calculations)
  }

  /** Reads the first changes after a version. */
  changesAfter(version: number): Promise<ChangesRead> {
    const cached = this.#changes.get(version)
    if (cached) return cached
    const changes = this.#readChanges(version)
    this.#changes.set(version, changes)
    return changes
  }

  async #readChanges(after: number): Promise<ChangesRead> {
    const { db } = this.#store
    const { workspace_id, table_id, id, version_count, layout } = this.sheet
    const changes = await selectChanges(db, this.sheet, after, maxChanges)
    const { parts, cells, operations } = gatherChanges(changes, layout)
    const changesRead = {
      version: changes.length < maxChanges ? version_count : changes.at(-1)!.change,
      parts,
      runs: operations,
    }
    if (cells.length === 0) return { ...changesRead, cells: null }
    const loaded = await loadSheet(db, workspace_id as WorkspaceId, { table_id, sheet_id: id })
    const isMoved = loaded.sheet.layout !== layout
    return { ...changesRead, cells: isMoved ? null : await presentChanged(db, loaded, cells) }
  }
}
