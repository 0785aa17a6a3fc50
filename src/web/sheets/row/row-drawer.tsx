import { Suspense, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  Badge,
  Button,
  copyText,
  HeadedPanel,
  IconButton,
  keyboardScroll,
  NativeSelect,
  SkeletonRows,
} from '../../design/index.ts'
import { Link2, RotateCcw } from '../../icons/index.ts'
import { lazyScreen, useShortcuts } from '../../shell/index.ts'
import { type Column, isComputed } from '../grid/column.ts'
import type { Cell, RowStore } from '../grid/row-store.ts'
import type { Writing } from '../grid/writing.ts'
import { nameOf } from '../history/versions.ts'
import { Steps } from '../peek/steps.tsx'
import { useAnswer } from '../peek/use-answer.ts'
import type { SheetParams } from '../queries.ts'
import { RowField } from './row-field.tsx'
import { useRowBefore } from './use-row-before.ts'

const CommentThread = lazyScreen(() => import('../../comments/index.ts'), 'CommentThread')

interface Props {
  readonly params: SheetParams
  readonly store: RowStore
  readonly row: number
  /** The id of the cell by which the address names the row. */
  readonly cellId: string
  readonly columns: readonly Column[]
  /** The position of the row among the filtered rows, and their number; null without a filter. */
  readonly shown: { readonly position: number; readonly count: number } | null
  readonly mayChange: boolean
  readonly writing: Writing
  readonly onRetry: (cell: Cell) => void
  readonly onRunRow: () => void
  readonly onStep: (by: 1 | -1) => void
  readonly onCell: (column: string) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** A row with all its columns in full, beside the grid. */
export function RowDrawer(props: Props) {
  const { params, store, row, cellId, columns, shown, mayChange, writing, onStep } = props
  const subscribe = useCallback((listener: () => void) => store.subscribe(row, listener), [store, row])
  useSyncExternalStore(subscribe, () => store.version(row))
  const before = useRowBefore(params, cellId)
  const setAnswer = useAnswer(params, store, props.onChanged)
  useShortcuts({ j: () => onStep(1), k: () => onStep(-1) })
  const content = useRef<HTMLDivElement>(null)
  // The drawer takes the focus, because digit keys would otherwise write into the active cell of the grid.
  useLayoutEffect(() => content.current?.focus({ preventScroll: true }), [])
  const cells = store.row(row)?.cells
  const keyedColumn = columns.find(({ id, type }) => type === 'HUMAN' && !cells?.[id]?.value)?.id
  const name = `Row ${row + 1}`
  const hasComputed = columns.some(isComputed)
  return (
    <HeadedPanel
      label={name}
      title={name}
      isWide
      badges={
        shown && (
          <Badge className="tabular-nums">
            {shown.position < 0
              ? 'Not among the rows shown'
              : `${(shown.position + 1).toLocaleString('en')} of ${shown.count.toLocaleString('en')} shown`}
          </Badge>
        )
      }
      actions={
        <>
          <Steps onStep={onStep} />
          <IconButton label="Copy link to this row" onClick={() => void copyText('Link', location.href)}>
            <Link2 />
          </IconButton>
        </>
      }
      onClose={props.onClose}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-2">
        {before.versions.length > 0 && (
          <div className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
            Changes since
            <NativeSelect
              aria-label="Changes since"
              className="max-w-56"
              value={before.version}
              onChange={({ target }) => before.choose(target.value)}
              options={before.versions.map((version) => [
                version.id,
                `v${version.version_number} ${nameOf(version, columns)}`,
              ])}
            />
          </div>
        )}
        {mayChange && hasComputed && (
          <Button size="small" className="ml-auto" onClick={props.onRunRow}>
            <RotateCcw />
            Run row
          </Button>
        )}
      </div>
      <div
        ref={content}
        {...keyboardScroll}
        className="min-h-0 flex-1 overflow-auto bg-surface -outline-offset-2"
      >
        {!cells && <SkeletonRows rows={6} />}
        {columns.map((column) => {
          const cell = cells?.[column.id]
          if (!cell) return null
          return (
            <RowField
              key={cell.id}
              column={column}
              cell={cell}
              text={store.text(row, column.id)}
              before={before.cells?.[column.id]}
              hasKeys={column.id === keyedColumn}
              actions={
                mayChange
                  ? {
                      write: (value, textBefore) => writing.write([{ row, column, value, textBefore }]),
                      answer: (value) => void setAnswer(cell, value),
                      retry: () => props.onRetry(cell),
                    }
                  : null
              }
              onCell={() => props.onCell(column.id)}
            />
          )
        })}
        <h3 className="px-4 pt-3 font-semibold">Comments</h3>
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <CommentThread
            key={row}
            subject={{ subject_type: 'sheet', subject_id: params.sheet_id, row_index: row }}
          />
        </Suspense>
      </div>
    </HeadedPanel>
  )
}
