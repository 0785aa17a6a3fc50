import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, Problem, SkeletonRows } from '../../design/index.ts'
import { choicesOf, useRun } from '../../runs/index.ts'
import {
  type Cell,
  Grid,
  type GridControl,
  type SelectedCells,
  useLayout,
  useSheet,
  useUndo,
  useWriting,
  VersionPreview,
} from '../../sheets/index.ts'
import { type SheetParams, scoreQuery } from '../../sheets/queries.ts'
import { Page, useShortcuts } from '../../shell/index.ts'
import { ColumnMenu } from './column-menu.tsx'
import { HeadNote } from './head-note.tsx'
import { LiveDot } from './live-dot.tsx'
import { ScoreStrip } from './score-strip.tsx'
import { SheetActions } from './sheet-actions.tsx'
import { SidePanels } from './side-panels.tsx'

interface Props {
  readonly params: SheetParams
  readonly title: string
  readonly above: ReactNode
  readonly tabs: ReactNode
}

export function Sheet({ params, title, above, tabs }: Props) {
  const { column: opened, panel, version, import: importing } = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const mayChange = useMay('contributor')
  const shown = useSheet(params)
  const { sheet, columns, operations, store, isRunning, refresh } = shown
  const running = useRun(params, shown)
  const scored = useQuery(scoreQuery(params)).data?.columns
  const undo = useUndo()
  const writing = useWriting(params, shown, undo)
  const layout = useLayout(params.sheet_id, undo.done)
  const [peek, setPeek] = useState<{ readonly row: number; readonly column: string } | null>(null)
  const selection = useRef<SelectedCells>(null)
  const grid = useRef<GridControl>(null)
  const openPanel = useCallback(
    (next: { column?: string | undefined; panel?: 'score' | 'history' | 'compare' | undefined }) => {
      setPeek(null)
      void navigate({
        search: (before) => ({ ...before, column: next.column, panel: next.panel, version: undefined }),
      })
    },
    [navigate],
  )
  const retrying = useRef(running.retry)
  retrying.current = running.retry
  const retry = useCallback((cell: Cell) => retrying.current(cell), [])
  const close = () => (peek ? setPeek(null) : (opened || panel) && openPanel({}))
  useShortcuts({ ['Escape']: close })

  const list = columns.data?.data
  const rowCount = sheet.data?.sheet.row_count
  const problem = sheet.error ?? columns.error ?? operations.error
  const choices = () =>
    choicesOf({
      counts: operations.data?.status_counts ?? {},
      totalCells: operations.data?.total_cells ?? 0,
      rowCount: rowCount ?? 0,
      selection: selection.current,
    })
  return (
    <Page
      title={title}
      above={above}
      badges={
        <>
          {rowCount !== undefined && list && (
            <Badge className="tabular-nums">
              {rowCount.toLocaleString('en')} rows × {list.length} columns
            </Badge>
          )}
          <LiveDot state={shown.live} />
        </>
      }
      actions={
        <SheetActions
          params={params}
          running={running}
          isRunning={isRunning}
          isEditing={opened !== undefined}
          mayChange={mayChange}
          choices={choices}
          columns={list ?? []}
          onPanel={(next) => openPanel({ panel: panel === next ? undefined : next })}
          onNewColumn={() => openPanel({ column: 'new' })}
          onAddRow={() => writing.insertRows(rowCount ?? 0, 1)}
          importing={importing}
          onImporting={(next) =>
            navigate({ search: (before) => ({ ...before, import: next }), replace: true })
          }
          onImported={refresh}
        />
      }
    >
      <ScoreStrip
        params={params}
        operations={operations.data}
        told={shown.told}
        scoring={shown.scoring}
        running={mayChange ? running : null}
        onOpen={() => openPanel({ panel: 'score' })}
      />
      {problem && <Problem error={problem} onRetry={refresh} />}
      <div className="flex min-h-0 flex-1">
        {(!list || rowCount === undefined) && !problem && (
          <div className="flex-1">
            <SkeletonRows height="h-8" />
          </div>
        )}
        {list && rowCount !== undefined && (
          <>
            {version && (
              <Suspense>
                <VersionPreview params={params} version={version} onClose={() => openPanel({ panel })} />
              </Suspense>
            )}
            {!version && (
              <Grid
                control={grid}
                label={`Cells of ${sheet.data!.sheet.title}`}
                store={store}
                rowCount={rowCount}
                columns={list}
                readOnly={!mayChange}
                layout={layout}
                writing={writing}
                onOpen={(row, { id }) => {
                  openPanel({})
                  setPeek({ row, column: id })
                }}
                onMove={(row, { id }) => setPeek((before) => before && { row, column: id })}
                onSelection={(selected) => {
                  selection.current = selected
                }}
                onRetry={retry}
                noteOf={(column) => (
                  <HeadNote column={column} scored={scored?.find((one) => one.column_id === column.id)} />
                )}
                menuOf={(column, items) => (
                  <ColumnMenu
                    params={params}
                    column={column}
                    items={items}
                    running={mayChange ? running : null}
                    isRunning={isRunning}
                    onEdit={(id) => openPanel({ column: id })}
                    onChanged={refresh}
                  />
                )}
              />
            )}
            <SidePanels
              params={params}
              shown={shown}
              columns={list}
              rowCount={rowCount}
              mayChange={mayChange}
              peek={peek}
              column={opened}
              panel={panel}
              onRetry={retry}
              onGo={(row) => grid.current?.go(row, peek?.column)}
              onSaved={({ id }, isTest) => {
                void refresh()
                openPanel(isTest ? { column: id } : {})
              }}
              onClose={() => {
                setPeek(null)
                openPanel({})
              }}
            />
          </>
        )}
      </div>
      {tabs}
    </Page>
  )
}
