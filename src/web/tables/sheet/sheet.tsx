import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, Button, Problem, SkeletonRows } from '../../design/index.ts'
import { Page, useShortcuts } from '../../shell/index.ts'
import { ColumnPanel } from '../column/column-panel.tsx'
import { Grid } from '../grid/grid.tsx'
import type { Cell } from '../grid/row-store.ts'
import { useLayout } from '../grid/use-layout.ts'
import { useUndo } from '../grid/use-undo.ts'
import { CellPeek } from './cell-peek.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { SheetParams } from './queries.ts'
import { RunMenu } from './run-menu.tsx'
import { ScoreStrip } from './score-strip.tsx'
import { useRun } from './use-run.ts'
import { useSheet } from './use-sheet.ts'
import { useWriting } from './use-writing.ts'

interface Props {
  readonly params: SheetParams
  readonly title: string
  readonly above: ReactNode
  readonly tabs: ReactNode
}

export function Sheet({ params, title, above, tabs }: Props) {
  const { column: opened } = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const mayChange = useMay('contributor')
  const shown = useSheet(params)
  const { sheet, columns, operations, store, isRunning, refresh } = shown
  const running = useRun(params, shown)
  const undo = useUndo()
  const writing = useWriting(params, shown, undo)
  const layout = useLayout(params.sheet_id, undo.done)
  const [peek, setPeek] = useState<{ readonly row: number; readonly column: string } | null>(null)
  const openColumn = useCallback(
    (column: string | undefined) => {
      setPeek(null)
      void navigate({ search: (before) => ({ ...before, column }) })
    },
    [navigate],
  )
  const retrying = useRef(running.retry)
  retrying.current = running.retry
  const retry = useCallback((cell: Cell) => retrying.current(cell), [])
  const close = () => (peek ? setPeek(null) : opened && openColumn(undefined))
  useShortcuts({ ['Escape']: close })

  const list = columns.data?.data
  const rowCount = sheet.data?.sheet.row_count
  const edited = list?.find(({ id }) => id === opened)
  const peeked = peek && list?.find(({ id }) => id === peek.column)
  const problem = sheet.error ?? columns.error ?? operations.error
  return (
    <Page
      title={title}
      above={above}
      badges={
        rowCount !== undefined &&
        list && (
          <Badge className="tabular-nums">
            {rowCount.toLocaleString('en')} rows × {list.length} columns
          </Badge>
        )
      }
      actions={
        mayChange && (
          <>
            <Button onClick={() => openColumn('new')}>
              <Plus />
              Column
            </Button>
            <Button onClick={() => writing.insertRows(rowCount ?? 0, 1)}>
              <Plus />
              Row
            </Button>
            <RunMenu running={running} isRunning={isRunning} counts={operations.data?.status_counts ?? {}} />
          </>
        )
      }
    >
      <ScoreStrip params={params} operations={operations.data} running={mayChange ? running : null} />
      {problem && <Problem error={problem} onRetry={refresh} />}
      <div className="flex min-h-0 flex-1">
        {(!list || rowCount === undefined) && !problem && (
          <div className="flex-1">
            <SkeletonRows height="h-8" />
          </div>
        )}
        {list && rowCount !== undefined && (
          <Grid
            label={`Cells of ${sheet.data!.sheet.title}`}
            store={store}
            rowCount={rowCount}
            columns={list}
            readOnly={!mayChange}
            layout={layout}
            writing={writing}
            onOpen={(row, { id }) => {
              if (opened) openColumn(undefined)
              setPeek({ row, column: id })
            }}
            onMove={(row, { id }) => setPeek((before) => before && { row, column: id })}
            onRetry={retry}
            menuOf={(column, items) => (
              <ColumnMenu
                params={params}
                column={column}
                items={items}
                running={mayChange ? running : null}
                isRunning={isRunning}
                onEdit={openColumn}
                onChanged={refresh}
              />
            )}
          />
        )}
        {peek && peeked && (
          <CellPeek
            store={store}
            row={peek.row}
            column={peeked}
            onRetry={mayChange ? retry : undefined}
            onClose={() => setPeek(null)}
          />
        )}
        {list && mayChange && (opened === 'new' || edited) && (
          <ColumnPanel
            key={opened}
            params={params}
            column={edited}
            columns={list}
            onSaved={refresh}
            onClose={() => openColumn(undefined)}
          />
        )}
      </div>
      {tabs}
    </Page>
  )
}
