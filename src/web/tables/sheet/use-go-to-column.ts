import { type RefObject, useEffect, useState } from 'react'
import type { Column, GridControl } from '../../sheets/index.ts'

interface Target {
  readonly column: string
  /** The name of the grid that will be replaced; the move waits until then. Undefined if the present grid has the column. */
  readonly after?: string | undefined
}

/**
 * Moves to a column once the grid has it. A new column may be out of view, and the grid of a filter begins at the
 * first column. `shown` names the grid, null while its rows are searched.
 */
export function useGoToColumn(
  columns: readonly Column[] | undefined,
  grid: RefObject<GridControl | null>,
  shown: string | null,
) {
  const [target, setTarget] = useState<Target>()
  useEffect(() => {
    if (!target || !grid.current || shown === null || target.after === shown) return
    if (!columns?.some(({ id }) => id === target.column)) return
    grid.current.goToColumn(target.column)
    setTarget(undefined)
  }, [target, columns, grid, shown])
  return setTarget
}
