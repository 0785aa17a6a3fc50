import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Column } from './column.ts'
import { fittedWidths } from './fitted-widths.ts'
import { numberWidth } from './measures.ts'
import type { RowStore } from './row-store.ts'

const sampledRows = 30
const notFitted = { widths: {}, available: Number.POSITIVE_INFINITY } as const

interface Fitted {
  readonly widths: Readonly<Record<string, number>>
  /** The width of the grid, without row numbers, when the widths were computed. */
  readonly available: number
}

/**
 * Widths of columns by their first rows. They are computed once the rows are loaded, again for other columns, and
 * again when an empty sheet gets its first values, by an import for example.
 */
export function useFitted(
  scroller: RefObject<HTMLDivElement | null>,
  store: RowStore,
  columns: readonly Column[],
  rowCount: number,
): Fitted {
  const [fitted, setFitted] = useState<Fitted>(notFitted)
  const subscribe = useCallback((listener: () => void) => store.subscribe(0, listener), [store])
  const isLoaded = useSyncExternalStore(subscribe, () => store.row(0) !== undefined) || rowCount === 0
  const hasValues = useSyncExternalStore(subscribe, () => columns.some(({ id }) => store.text(0, id) !== ''))
  const key = columns.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are measured once, so that later values do not move columns.
  useLayoutEffect(() => {
    if (!isLoaded) return
    const available = scroller.current!.clientWidth - numberWidth
    const samples = columns.map((column) => ({
      column,
      texts: Array.from({ length: sampledRows }, (_none, row) => store.text(row, column.id)),
    }))
    setFitted({ widths: fittedWidths(samples, available), available })
  }, [isLoaded, hasValues, key, store])
  return fitted
}
