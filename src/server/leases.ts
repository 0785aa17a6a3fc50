import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceId } from './http/caller.ts'
import { putNewest } from './put-newest.ts'

/** Milliseconds, counted from before the read, for which a process uses rows without reading them again. */
export const leaseMilliseconds = 250
/** Milliseconds; during a lease the monotonic clocks of two machines differ by less. */
const clockMargin = 10
const maxWorkspaces = 1_000

/** Resolves when no process uses rows that it read before this call. */
export async function leasesEnded(): Promise<void> {
  const end = performance.now() + leaseMilliseconds + clockMargin
  for (let milliseconds = end - performance.now(); milliseconds > 0; milliseconds = end - performance.now())
    await sleep(milliseconds)
}

interface Leased<Value> {
  readonly value: Value | Promise<Value>
  readonly until: number
}

/**
 * Settings of workspaces in the form that calls use, such as compiled rules. Their rows are read again when their lease
 * has ended; the form is made again if the rows have changed. A change is answered after `leasesEnded` (decision 389).
 */
export class LeasedSettings<Rows, Value> {
  readonly #read: (workspace: WorkspaceId) => Promise<Rows>
  readonly #make: (workspace: WorkspaceId, rows: Rows) => Value | Promise<Value>
  readonly #leased = new Map<WorkspaceId, Leased<Value>>()
  readonly #made = new Map<WorkspaceId, { readonly rows: Rows; readonly value: Value }>()

  constructor(
    read: (workspace: WorkspaceId) => Promise<Rows>,
    make: (workspace: WorkspaceId, rows: Rows) => Value | Promise<Value>,
  ) {
    this.#read = read
    this.#make = make
  }

  /** A promise if the settings must be read first. A read that fails is not kept. */
  of(workspace: WorkspaceId): Value | Promise<Value> {
    const current = this.#leased.get(workspace)
    if (current && current.until > performance.now()) return current.value
    const until = performance.now() + leaseMilliseconds
    const reading = this.#readNow(workspace)
    putNewest(this.#leased, maxWorkspaces, workspace, { value: reading, until })
    const isCurrent = () => this.#leased.get(workspace)?.value === reading
    reading.then(
      (value) => isCurrent() && this.#leased.set(workspace, { value, until }),
      () => isCurrent() && this.#leased.delete(workspace),
    )
    return reading
  }

  async #readNow(workspace: WorkspaceId): Promise<Value> {
    const rows = await this.#read(workspace)
    const made = this.#made.get(workspace)
    if (made && isDeepStrictEqual(made.rows, rows)) return made.value
    const value = await this.#make(workspace, rows)
    putNewest(this.#made, maxWorkspaces, workspace, { rows, value })
    return value
  }
}
