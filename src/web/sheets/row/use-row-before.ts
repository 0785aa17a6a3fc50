import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf } from '../../api/index.ts'
import type { Cell } from '../grid/row-store.ts'
import { firstBaseline } from '../history/baseline.ts'
import { type SheetParams, sheetKey } from '../queries.ts'

export type CellBefore = Pick<Cell, 'status' | 'value' | 'display_value' | 'error_message'>

interface Snapshot {
  readonly rows: readonly { readonly cells: Readonly<Record<string, CellBefore>> }[]
}

/** The number of versions to choose from. */
const maxVersions = 50

/** The row in a saved version: the latest named version, or a chosen one. */
export function useRowBefore(params: SheetParams, cellId: string) {
  const [chosen, setChosen] = useState<string>()
  const versions = useQuery(
    queryOf([...sheetKey(params), 'recent-versions'], 'listSheetVersions', {
      params,
      query: { limit: maxVersions },
    }),
  ).data?.data
  const version = chosen ?? firstBaseline(versions ?? []) ?? ''
  const { data } = useQuery({
    queryKey: [...sheetKey(params), 'row-before', version, cellId],
    queryFn: async ({ signal }) => {
      const versionParams = { ...params, version_id: version }
      const answer = await call('readSheetVersion', {
        params: versionParams,
        query: { row_of_cell: cellId },
        signal,
      })
      return (answer.version.snapshot as unknown as Snapshot).rows[0]?.cells ?? null
    },
    enabled: version !== '',
    placeholderData: undefined,
  })
  return { versions: versions ?? [], version, choose: setChosen, cells: data ?? null }
}
