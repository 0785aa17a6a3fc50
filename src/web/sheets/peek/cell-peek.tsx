import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { Button, HeadedPanel, Keys } from '../../design/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import type { Column } from '../grid/column.ts'
import { isComputed } from '../grid/column.ts'
import type { Cell, RowStore } from '../grid/row-store.ts'
import { distributionsQuery, type SheetParams } from '../queries.ts'
import { Answer } from './answer.tsx'
import { AnsweredBy } from './answered-by.tsx'
import { CellBadge } from './cell-badge.tsx'
import { Chat } from './chat.tsx'
import { Evidence } from './evidence.tsx'
import { Failure } from './failure.tsx'
import { History } from './history.tsx'
import { Inputs } from './inputs.tsx'
import { Metrics } from './metrics.tsx'
import { Steps } from './steps.tsx'
import { useAnswer } from './use-answer.ts'
import { WholeValue } from './whole-value.tsx'

interface Props {
  readonly params: SheetParams
  readonly store: RowStore
  readonly row: number
  readonly column: Column
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  /** The rule of the column, if it is a check. */
  readonly rule: ReactNode
  readonly onRetry: (cell: Cell) => void
  /** Opens the run dialog for the column. */
  readonly onRunColumn: () => void
  /** Moves to the next or previous visible row. */
  readonly onStep: (by: 1 | -1) => void
  readonly onRow: () => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** One cell in full, beside the grid. The peek follows the active cell. */
export function CellPeek(props: Props) {
  const { params, store, row, column, columns, mayChange, onRetry, onStep, onChanged, onClose } = props
  const subscribe = useCallback((listener: () => void) => store.subscribe(row, listener), [store, row])
  useSyncExternalStore(subscribe, () => store.version(row))
  const setAnswer = useAnswer(params, store, onChanged)
  const cell = store.cell(row, column.id)
  const isAnswered = column.type === 'HUMAN' && mayChange
  const progress = useQuery({
    ...distributionsQuery(params),
    enabled: isAnswered,
    select: ({ columns, rows, row_count }) => {
      const filled = columns.find(({ column_id }) => column_id === column.id)?.filled_cells
      // Of a very long sheet only the first rows are counted.
      if (filled === undefined || rows < row_count) return undefined
      return `${filled.toLocaleString('en')} of ${row_count.toLocaleString('en')} answered`
    },
  }).data
  useShortcuts({ j: () => onStep(1), k: () => onStep(-1) })
  const request = cell?.request_metrics?.request_ids.at(-1)
  const name = `${column.title}, row ${row + 1}`
  return (
    <HeadedPanel
      label={name}
      title={name}
      badges={cell && <CellBadge column={column} cell={cell} />}
      actions={
        <>
          <Steps onStep={onStep} />
          <Button kind="quiet" size="small" onClick={props.onRow}>
            Whole row
          </Button>
        </>
      }
      onClose={onClose}
    >
      {cell && (
        <div className="flex min-h-0 flex-col gap-4 overflow-auto p-4">
          {isAnswered && (
            <Answer
              column={column}
              cell={cell}
              onAnswer={(value) => {
                void setAnswer(cell, value)
                if (value !== null) onStep(1)
              }}
              movesOn
              progress={progress}
            />
          )}
          {cell.error_message && <Failure cell={cell} />}
          {request !== undefined && (
            <AnsweredBy
              params={params}
              columns={columns}
              column={column}
              cell={cell}
              request={request}
              onRunColumn={mayChange ? props.onRunColumn : undefined}
            />
          )}
          {!isAnswered && <WholeValue cell={cell} />}
          {isComputed(column) && <Evidence params={params} cell={cell} />}
          {isComputed(column) && <Metrics cell={cell} />}
          {isComputed(column) && mayChange && (
            <Button className="self-start" onClick={() => onRetry(cell)}>
              Run again
              {cell.status === 'FAILED' && <Keys keys="R" className="ml-1" />}
            </Button>
          )}
          {props.rule}
          <Inputs column={column} columns={columns} store={store} row={row} />
          {request !== undefined && <Chat request={request} />}
          <History key={cell.id} params={params} row={row} column={column.id} />
        </div>
      )}
    </HeadedPanel>
  )
}
