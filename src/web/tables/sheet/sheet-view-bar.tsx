import { useMemo } from 'react'
import { ViewBar } from '../../requests/index.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { sheetViews } from './sheet-view-kind.ts'
import type { ShownRows } from './sheet-views.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly shown: ShownRows
  readonly onShow: (shown: ShownRows) => void
}

/** The saved views of a sheet. */
export function SheetViewBar({ params: { table_id, sheet_id }, columns, shown, onShow }: Props) {
  const kind = useMemo(
    () => sheetViews({ table_id, sheet_id }, new Set(columns.map(({ id }) => id))),
    [table_id, sheet_id, columns],
  )
  return <ViewBar kind={kind} shown={shown} onShow={onShow} />
}
