import { type RefObject, useEffect, useState } from 'react'
import type { Column, GridControl } from '../../sheets/index.ts'

/** Moves to a new column once the grid has it. A sheet with many columns adds it out of view. */
export function useNewColumn(columns: readonly Column[] | undefined, grid: RefObject<GridControl | null>) {
  const [added, setAdded] = useState<string>()
  useEffect(() => {
    if (added === undefined || !columns?.some(({ id }) => id === added)) return
    grid.current?.goToColumn(added)
    setAdded(undefined)
  }, [added, columns, grid])
  return setAdded
}
