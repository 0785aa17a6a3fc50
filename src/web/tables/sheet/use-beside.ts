import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useState } from 'react'
import { toast } from '../../design/index.ts'
import type { GridControl, ShownSheet } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { useShortcuts } from '../../shell/index.ts'
import { useOpenRow } from './use-open-row.ts'

interface Panels {
  /** The id of the edited column, or `new`. */
  readonly column?: string | undefined
  readonly panel?: 'score' | 'history' | 'compare' | undefined
}

export type Beside = ReturnType<typeof useBeside>

/** The part that is open beside the grid: a panel, the peek of a cell, or a row. At most one is open. */
export function useBeside(params: SheetParams, sheetState: ShownSheet, grid: RefObject<GridControl | null>) {
  const { column, panel, row: rowAddress } = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const { sheet, store, view } = sheetState
  const [peek, setPeek] = useState<{ readonly row: number; readonly column: string } | null>(null)
  const openPanel = useCallback(
    ({ column, panel }: Panels) => {
      setPeek(null)
      void navigate({
        search: (before) => ({ ...before, column, panel, row: undefined, version: undefined }),
      })
    },
    [navigate],
  )
  const row = useOpenRow(params, sheetState, rowAddress)
  useShortcuts({
    ['Escape']: () => (peek ? setPeek(null) : (column || panel || row.cellId) && openPanel({})),
  })

  /** The index of a row in the sheet. A filtered view numbers its rows from 0. */
  const indexOf = (position: number) => view?.indexes?.[position] ?? position
  const positionOf = (index: number) => (view ? (view.indexes?.indexOf(index) ?? -1) : index)
  const peekAt = (position: number, column: string) => {
    const index = indexOf(position)
    if (view) store.show(index, index)
    setPeek({ row: index, column })
  }
  const openRow = (index: number) => {
    setPeek(null)
    void row.open(index)
  }
  const openedRow =
    !peek && row.cellId !== undefined && row.index !== undefined
      ? { index: row.index, cellId: row.cellId }
      : null
  return {
    column,
    panel,
    peek,
    row: openedRow && {
      ...openedRow,
      shown: view?.indexes ? { position: positionOf(openedRow.index), count: view.indexes.length } : null,
    },
    openPanel,
    close: () => openPanel({}),
    openRow,
    peekAtRow: (index: number, column: string) => setPeek({ row: index, column }),
    openCell: (position: number, column: string) => {
      openPanel({})
      peekAt(position, column)
    },
    /** The peek or the open row follows the selection. */
    follow: (position: number, column: string) => {
      if (peek) peekAt(position, column)
      else if (row.cellId !== undefined) openRow(indexOf(position))
    },
    openPosition: (position: number) => openRow(indexOf(position)),
    go: (index: number) => {
      const position = positionOf(index)
      if (position < 0) return toast('This row is not among the rows shown.')
      grid.current?.go(position, peek?.column)
    },
    step: (by: 1 | -1) => {
      const from = peek?.row ?? row.index
      if (from === undefined) return
      const position = positionOf(from) + by
      const count = view?.indexes?.length ?? sheet.data?.sheet.row_count ?? 0
      if (position >= 0 && position < count) grid.current?.go(position, peek?.column)
    },
  }
}
