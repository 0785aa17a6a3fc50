import { Suspense, useState } from 'react'
import { ComparePanel, ScorePanel } from '../../scoring/index.ts'
import {
  type Cell,
  CellPeek,
  type Column,
  HistoryPanel,
  RowDrawer,
  type ShownSheet,
  type Writing,
} from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { lazyScreen } from '../../shell/index.ts'
import type { Beside } from './use-beside.ts'

const ColumnPanel = lazyScreen(() => import('../column/column-panel.tsx'), 'ColumnPanel')
const CheckRule = lazyScreen(() => import('./check-rule.tsx'), 'CheckRule')

interface Props {
  readonly params: SheetParams
  readonly shown: ShownSheet
  readonly columns: readonly Column[]
  readonly rowCount: number
  readonly mayChange: boolean
  readonly beside: Beside
  readonly writing: Writing
  readonly onRetry: (cell: Cell) => void
  readonly onRunColumn: (column: Column) => void
  readonly onFailing: (column: string) => void
  readonly onRunRow: (row: number) => void
  readonly onSaved: (column: Column, isTest: boolean) => void
}

/** The panel beside the grid, loaded when it is first opened. */
export const SidePanels = (props: Props) => (
  <Suspense>
    <OpenPanel {...props} />
  </Suspense>
)

function OpenPanel(props: Props) {
  const { params, shown, columns, rowCount, mayChange, beside } = props
  const { peek, row, column, panel, close } = beside
  const [tested, setTested] = useState<string>()
  const peekedColumn = peek && columns.find(({ id }) => id === peek.column)
  if (peek && peekedColumn)
    return (
      <CellPeek
        params={params}
        store={shown.store}
        row={peek.row}
        column={peekedColumn}
        columns={columns}
        mayChange={mayChange}
        rule={
          <Suspense>
            <CheckRule column={peekedColumn} />
          </Suspense>
        }
        onRetry={props.onRetry}
        onRunColumn={() => props.onRunColumn(peekedColumn)}
        onStep={beside.step}
        onRow={() => beside.openRow(peek.row)}
        onChanged={shown.refresh}
        onClose={close}
      />
    )
  if (row)
    return (
      <RowDrawer
        params={params}
        store={shown.store}
        row={row.index}
        cellId={row.cellId}
        columns={columns}
        shown={row.shown}
        mayChange={mayChange}
        writing={props.writing}
        onRetry={props.onRetry}
        onRunRow={() => props.onRunRow(row.index)}
        onStep={beside.step}
        onCell={(id) => beside.peekAtRow(row.index, id)}
        onChanged={shown.refresh}
        onClose={close}
      />
    )
  const edited = columns.find(({ id }) => id === column)
  if (mayChange && (column === 'new' || edited))
    return (
      <ColumnPanel
        key={column}
        params={params}
        column={edited}
        columns={columns}
        rowCount={rowCount}
        isTested={edited !== undefined && tested === edited.id}
        onSaved={(saved, isTest) => {
          setTested(isTest && rowCount > 0 ? saved.id : undefined)
          props.onSaved(saved, isTest)
        }}
        onClose={close}
      />
    )
  const common = { params, columns, mayChange, onClose: close }
  if (panel === 'score') return <ScorePanel {...common} onGo={beside.go} onFailing={props.onFailing} />
  if (panel === 'history') return <HistoryPanel {...common} onRestored={shown.refresh} />
  if (panel === 'compare')
    return <ComparePanel params={params} columns={columns} onClose={close} onGo={beside.go} />
  return null
}
