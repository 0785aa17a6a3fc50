import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toastProblem } from '../../design/index.ts'
import { rowOfCellQuery, type ShownSheet, useRowOfCell } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

/**
 * The open row, which the address names by one of its cells or by its index, and a function that opens
 * another row.
 */
export function useOpenRow(params: SheetParams, { store }: ShownSheet, address: string | number | undefined) {
  const cellId = typeof address === 'string' ? address : undefined
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const client = useQueryClient()
  const { data: index, error } = useRowOfCell(params, cellId)
  const requested = useRef<number>(undefined)
  useEffect(() => {
    if (index !== undefined) store.show(index, index)
  }, [store, index])
  useEffect(() => {
    if (!error) return
    toastProblem('The row of this link was deleted.')
    void navigate({ search: (before) => ({ ...before, row: undefined }), replace: true })
  }, [error, navigate])

  const open = async (next: number) => {
    requested.current = next
    try {
      const [row] = store.current(next, next) ?? (await store.read(next, next))
      const cell = row && Object.values(row.cells)[0]
      if (!cell || requested.current !== next) return
      client.setQueryData(rowOfCellQuery(params, cell.id).queryKey, next)
      void navigate({
        search: (before) => ({ ...before, row: cell.id, column: undefined, panel: undefined }),
        replace: address !== undefined,
      })
    } catch (problem) {
      toastProblem(`This row cannot be loaded: ${(problem as Error).message}`)
    }
  }
  const opening = useRef(open)
  opening.current = open
  useEffect(() => {
    if (typeof address === 'number') void opening.current(address)
  }, [address])
  return { cellId, index: cellId === undefined ? undefined : index, open }
}
