import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceId } from '../workspace-id.ts'
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
 * Reads values by key and caches each for one lease, counted from before its read, unless `isCacheable` is false or the read
 * fails. An endpoint that changes a value awaits `leasesEnded` before it answers (decisions 180 and 389).
 */
export function leased<Key, Value>(
  maxValues: number,
  read: (key: Key) => Value | Promise<Value>,
  isCacheable: (value: Value) => boolean = () => true,
): (key: Key) => Value | Promise<Value> {
  const cached = new Map<Key, { readonly value: Value | Promise<Value>; readonly until: number }>()
  return (key) => {
    const current = cached.get(key)
    const time = performance.now()
    if (current && current.until > time) return current.value
    const until = time + leaseMilliseconds
    const value = read(key)
    if (!(value instanceof Promise)) {
      if (isCacheable(value)) putNewest(cached, maxValues, key, { value, until })
      return value
    }
    putNewest(cached, maxValues, key, { value, until })
    const isCurrent = () => cached.get(key)?.value === value
    value.then(
      (result) => {
        if (!isCurrent()) return
        if (isCacheable(result)) cached.set(key, { value: result, until })
        else cached.delete(key)
      },
      () => isCurrent() && cached.delete(key),
    )
    return value
  }
}

/**
 * Reads settings of workspaces in the form that calls use, such as compiled rules. `read` is called once in a lease, and
 * `build` if the rows have changed.
 */
export function leasedSettings<Rows, Form>(
  read: (workspace: WorkspaceId) => Promise<Rows>,
  build: (workspace: WorkspaceId, rows: Rows) => Form | Promise<Form>,
) {
  const forms = new Map<WorkspaceId, { readonly rows: Rows; readonly form: Form }>()
  return leased(maxWorkspaces, async (workspace: WorkspaceId): Promise<Form> => {
    const rows = await read(workspace)
    const current = forms.get(workspace)
    if (current && isDeepStrictEqual(current.rows, rows)) return current.form
    const form = await build(workspace, rows)
    putNewest(forms, maxWorkspaces, workspace, { rows, form })
    return form
  })
}
