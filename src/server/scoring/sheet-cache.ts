import { putNewest } from '../caches/put-newest.ts'
import type { Store } from '../db/index.ts'
import type { LoadedSheet } from '../sheets/storage/index.ts'

interface Entry<T> {
  /** The version counts of the sheet and of the sheets that it mirrors. */
  readonly versions: string
  readonly result: Promise<T>
  /** The last computed result. It is of an earlier version until the result of this version is computed. */
  lastResult: { readonly result: T; readonly at: number; readonly milliseconds: number } | undefined
}

const maxEntries = 200
/** With this many rows or more, a result is not computed for every change. */
const largeSheet = 10_000
/** The result of a large sheet is computed at most one twentieth of the time, because it occupies a reader thread. */
const pauseFactor = 20

/** Results that are computed once for each version of a sheet. Concurrent callers share one computation. */
export class SheetCache<T> {
  readonly #stores = new WeakMap<Store, Map<string, Entry<T>>>()
  readonly #mayBeOld: (result: T) => boolean

  /** For a large sheet that changes, `read` may return an older result for some time, if it passes `mayBeOld`. */
  constructor(mayBeOld: (result: T) => boolean = () => true) {
    this.#mayBeOld = mayBeOld
  }

  /** `variant` names the inputs besides the sheets. */
  async read(
    store: Store,
    { sheet, sheets }: LoadedSheet,
    variant: string,
    compute: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly isOld: boolean }> {
    const entries = this.#stores.get(store) ?? new Map<string, Entry<T>>()
    this.#stores.set(store, entries)
    const key = `${sheet.workspace_id} ${sheet.number} ${variant}`
    const versions = [...sheets.values()]
      .map(({ number, version_count }) => `${number} ${version_count}`)
      .join()
    const last = entries.get(key)
    if (last?.versions === versions) return { result: await last.result, isOld: false }
    const lastResult = last?.lastResult
    const isRecent = lastResult && performance.now() - lastResult.at < lastResult.milliseconds * pauseFactor
    if (isRecent && sheet.row_count >= largeSheet && this.#mayBeOld(lastResult.result))
      return { result: lastResult.result, isOld: true }
    const startedAt = performance.now()
    const entry: Entry<T> = { versions, result: compute(), lastResult }
    putNewest(entries, maxEntries, key, entry)
    try {
      const result = await entry.result
      const at = performance.now()
      entry.lastResult = { result, at, milliseconds: at - startedAt }
      return { result, isOld: false }
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
