import { askingMilliseconds, type Changes } from '../../changes.ts'
import type { Context } from '../../context.ts'
import type { SheetRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { SheetPorts } from '../ports.ts'
import { SheetState } from './sheet-state.ts'

interface TimedState {
  readonly state: SheetState
  /** On the clock of `performance.now()`. */
  readonly readAt: number
  /** Number of notifications for the workspace when the read began. */
  readonly notifications: number
}

interface Read extends Pick<TimedState, 'readAt' | 'notifications'> {
  readonly result: Promise<TimedState>
}

/** The shared state of one sheet for all its streams in this process: one read at a time, and no read without a stream. */
export class SharedSheet {
  listeners = 0
  readonly #changes: Changes
  readonly #workspace: WorkspaceId
  readonly #readState: () => Promise<SheetState>
  #latest: Read | null = null
  /** A read that begins when the latest one has ended. */
  #next: Promise<TimedState> | null = null

  constructor(changes: Changes, workspace: WorkspaceId, readState: () => Promise<SheetState>) {
    this.#changes = changes
    this.#workspace = workspace
    this.#readState = readState
  }

  /** At most 250 ms old, and read after the last change that this process recorded. */
  read(): Promise<TimedState> {
    const latest = this.#latest
    const isCurrent =
      latest &&
      performance.now() - latest.readAt < askingMilliseconds &&
      latest.notifications === this.#changes.notificationCount(this.#workspace)
    return isCurrent ? latest.result : this.readAgain()
  }

  /** Read after this call. */
  readAgain(): Promise<TimedState> {
    this.#next ??= Promise.resolve(this.#latest?.result)
      .catch(() => {})
      .then(() => this.#begin())
    return this.#next
  }

  /** Resolves when there may be a newer state; false: the process is stopping. */
  wait({ readAt, notifications }: TimedState, signal: AbortSignal): Promise<boolean> {
    const atMost = Math.max(0, readAt + askingMilliseconds - performance.now())
    return this.#changes.wait(this.#workspace, signal, { since: notifications, atMost })
  }

  #begin(): Promise<TimedState> {
    const read = {
      readAt: performance.now(),
      notifications: this.#changes.notificationCount(this.#workspace),
    }
    const result = this.#readState().then((state) => ({ ...read, state }))
    this.#next = null
    this.#latest = { ...read, result }
    return result
  }
}

/** The sheets of this process that have streams. */
export class SharedSheets {
  readonly #ports: SheetPorts
  readonly #sheets = new Map<string, SharedSheet>()

  constructor(ports: SheetPorts) {
    this.#ports = ports
  }

  /** Calls `work` with the sheet that other streams of it have too. */
  async with<T>(
    { store, changes }: Pick<Context, 'store' | 'changes'>,
    { workspace_id, table_id, id }: SheetRow,
    work: (sheet: SharedSheet) => Promise<T>,
  ): Promise<T> {
    const workspace = workspace_id as WorkspaceId
    const address = { table_id, sheet_id: id }
    const sheet =
      this.#sheets.get(id) ??
      new SharedSheet(changes, workspace, () => SheetState.read(store, this.#ports, workspace, address))
    this.#sheets.set(id, sheet)
    sheet.listeners++
    try {
      return await work(sheet)
    } finally {
      sheet.listeners--
      if (sheet.listeners === 0) this.#sheets.delete(id)
    }
  }
}
