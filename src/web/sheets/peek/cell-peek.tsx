import { useCallback, useSyncExternalStore } from 'react'
import { Badge, Button, HeadedPanel, Keys } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { isComputed } from '../grid/column.ts'
import type { Cell, RowStore } from '../grid/row-store.ts'
import type { SheetParams } from '../queries.ts'
import { Answer } from './answer.tsx'
import { Chat } from './chat.tsx'
import { Evidence } from './evidence.tsx'
import { History } from './history.tsx'
import { Inputs } from './inputs.tsx'
import { Metrics } from './metrics.tsx'
import { useAnswer } from './use-answer.ts'
import { WholeValue } from './whole-value.tsx'

interface Props {
  readonly params: SheetParams
  readonly store: RowStore
  readonly row: number
  readonly column: Column
  readonly columns: readonly Column[]
  readonly rowCount: number
  readonly mayChange: boolean
  readonly onRetry: (cell: Cell) => void
  readonly onGo: (row: number) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

const words = {
  STALE: ['Stale', 'warning'],
  QUEUED: ['Queued', 'neutral'],
  DISPATCHED: ['Running', 'note'],
  RUNNING: ['Running', 'note'],
  COMPLETED: ['Completed', 'good'],
  FAILED: ['Failed', 'bad'],
} as const

/** All of one cell, beside the grid; it follows the active cell. */
export function CellPeek(props: Props) {
  const { params, store, row, column, columns, rowCount, mayChange, onRetry, onGo, onChanged, onClose } =
    props
  const subscribe = useCallback((listener: () => void) => store.subscribe(row, listener), [store, row])
  useSyncExternalStore(subscribe, () => store.version(row))
  const give = useAnswer(params, store, onChanged)
  const cell = store.cell(row, column.id)
  const go = (to: number) => to >= 0 && to < rowCount && onGo(to)
  const request = cell?.request_metrics?.request_ids.at(-1)
  const name = `${column.title}, row ${row + 1}`
  return (
    <HeadedPanel
      label={name}
      title={name}
      badges={cell && <Status column={column} cell={cell} />}
      onClose={onClose}
    >
      {cell && (
        <div className="flex min-h-0 flex-col gap-4 overflow-auto p-4">
          {column.type === 'HUMAN' && mayChange && (
            <Answer
              column={column}
              cell={cell}
              onAnswer={(value) => {
                void give(cell, value)
                if (value !== null) go(row + 1)
              }}
              onNext={() => go(row + 1)}
              onPrevious={() => go(row - 1)}
            />
          )}
          {cell.error_message && <Failure cell={cell} />}
          {(column.type !== 'HUMAN' || !mayChange) && <WholeValue cell={cell} />}
          {isComputed(column) && <Evidence params={params} cell={cell} />}
          {isComputed(column) && <Metrics cell={cell} />}
          {isComputed(column) && mayChange && (
            <Button className="self-start" onClick={() => onRetry(cell)}>
              Run again
              {cell.status === 'FAILED' && <Keys keys="R" className="ml-1" />}
            </Button>
          )}
          <Inputs column={column} columns={columns} store={store} row={row} />
          {request !== undefined && <Chat request={request} />}
          <History key={cell.id} params={params} row={row} column={column.id} />
        </div>
      )}
    </HeadedPanel>
  )
}

function Status({ column, cell: { status, value } }: { column: Column; cell: Cell }) {
  if (column.type === 'HUMAN')
    return value ? <Badge tone="good">Answered</Badge> : <Badge tone="warning">Waiting for an answer</Badge>
  if (!isComputed(column)) return null
  const [word, tone] = words[status]
  return <Badge tone={tone}>{word}</Badge>
}

/** The first line says what went wrong; what stands below it, a stack or an answer, is for whoever mends it. */
function Failure({ cell: { error, error_message } }: { cell: Cell }) {
  const [first = '', ...rest] = error_message!.split('\n')
  const stack = rest.join('\n').trim()
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <p className="break-words">{first}</p>
      {stack !== '' && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
          tabIndex={0}
          className="mt-2 max-h-60 overflow-auto text-small whitespace-pre-wrap"
        >
          {stack}
        </pre>
      )}
      {error && <p className="mt-1 text-tiny">{error}</p>}
    </div>
  )
}
