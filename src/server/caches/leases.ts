import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceId } from '../http/caller.ts'
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

/**
 * Reads values by key. A value is used for one lease, counted from before its read, unless `isKept` is false for it or the
 * read fails. At most `most` values are cached. A change is answered after `leasesEnded` (decisions 180 and 389).
 */
export function leased<Key, Value>(
  most: number,
  read: (key: Key) => Value | Promise<Value>,
  isKept: (value: Value) => boolean = () => true,
): (key: Key) => Value | Promise<Value> {
  const cached = new Map<Key, { readonly value: Value | Promise<Value>; readonly until: number }>()
  return (key) => {
    const current = cached.get(key)
    const time = performance.now()
    if (current && current.until > time) return current.value
    const until = time + leaseMilliseconds
    const value = read(key)
    if (!(value instanceof Promise)) {
      if (isKept(value)) putNewest(cached, most, key, { value, until })
      return value
    }
    putNewest(cached, most, key, { value, until })
    const isCurrent = () => cached.get(key)?.value === value
    value.then(
      (result) => {
        if (!isCurrent()) return
        if (isKept(result)) cached.set(key, { value: result, until })
        else cached.delete(key)
      },
      () => isCurrent() && cached.delete(key),
    )
    return value
  }
}

/**
 * Settings of workspaces in the form that calls use, such as compiled rules. Their rows are leased; the form is made
 * again if the rows have changed.
 */
export function leasedSettings<Rows, Form>(
  read: (workspace: WorkspaceId) => Promise<Rows>,
  make: (workspace: WorkspaceId, rows: Rows) => Form | Promise<Form>,
) {
  const made = new Map<WorkspaceId, { readonly rows: Rows; readonly form: Form }>()
  return leased(maxWorkspaces, async (workspace: WorkspaceId): Promise<Form> => {
    const rows = await read(workspace)
    const known = made.get(workspace)
    if (known && isDeepStrictEqual(known.rows, rows)) return known.form
    const form = await make(workspace, rows)
    putNewest(made, maxWorkspaces, workspace, { rows, form })
    return form
  })
}
