import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { type SheetParams, sheetKey } from '../queries.ts'

/** The index of a cell's row. Links name a row by one of its cells, whose ids never change. */
export const rowOfCellQuery = (params: SheetParams, cellId: string) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'row-of-cell', cellId],
    queryFn: async ({ signal }) =>
      (await call('readCell', { params: { ...params, cell_id: cellId }, signal })).cell.row_index,
    placeholderData: undefined,
    retry: false,
  })

export const useRowOfCell = (params: SheetParams, cellId: string | undefined) =>
  useQuery({ ...rowOfCellQuery(params, cellId ?? ''), enabled: cellId !== undefined })
