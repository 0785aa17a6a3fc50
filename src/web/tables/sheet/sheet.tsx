import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useRef } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, counted, Problem, SkeletonRows } from '../../design/index.ts'
import { choicesOf, countStale, trialRows, useRun, wholeColumn } from '../../runs/index.ts'
import {
  type Cell,
  Grid,
  type GridControl,
  type RowQuery,
  type SelectedCells,
  useLayout,
  usePromptVersions,
  useSheet,
  useUndo,
  useWriting,
  VersionPreview,
} from '../../sheets/index.ts'
import { distributionsQuery, type SheetParams, scoreQuery } from '../../sheets/queries.ts'
import { lazyScreen, Page, ViewOnly } from '../../shell/index.ts'
import { ColumnMenu } from './column-menu.tsx'
import { HeadNote } from './head-note.tsx'
import { LiveDot } from './live-dot.tsx'
import { ScoreStrip } from './score-strip.tsx'
import { SheetActions } from './sheet-actions.tsx'
import { SheetViewBar } from './sheet-view-bar.tsx'
import { SidePanels } from './side-panels.tsx'
import { useBeside } from './use-beside.ts'
import { useGoToColumn } from './use-go-to-column.ts'
import { useShownRows } from './use-shown-rows.ts'
import { useTryRows } from './use-try-rows.ts'

const OtherVersions = lazyScreen(() => import('./other-versions.tsx'), 'OtherVersions')
const RowQueryBar = lazyScreen(() => import('./row-query-bar.tsx'), 'RowQueryBar')
const GroupPanel = lazyScreen(() => import('./group-panel.tsx'), 'GroupPanel')

const everyRow: RowQuery = { filters: [] }

interface Props {
  readonly params: SheetParams
  /** The version count of the sheet in the list of sheets. */
  readonly versionCount: number
  readonly title: string
  readonly above: ReactNode
  readonly tabs: ReactNode
}

export function Sheet({ params, versionCount, title, above, tabs }: Props) {
  const { version, rows: rowQuery, group } = useSearch({ from: '/tables/$tableId' })
  const mayChange = useMay('contributor')
  const sheetState = useSheet(params, versionCount, rowQuery)
  const { sheet, columns, operations, store, view, isRunning, refresh } = sheetState
  const running = useRun(params, sheetState)
  const scored = useQuery(scoreQuery(params)).data?.columns
  const distributions = useQuery(distributionsQuery(params)).data
  const undo = useUndo()
  const tryRows = useTryRows()
  const writing = useWriting(params, sheetState, undo)
  const layout = useLayout(params.sheet_id, undo.done)
  const { shown, hasViews, showRows, groupBy, showView } = useShownRows(params, layout)
  const selection = useRef<SelectedCells>(null)
  const grid = useRef<GridControl>(null)
  const beside = useBeside(params, sheetState, grid)
  const retrying = useRef(running.retry)
  retrying.current = running.retry
  const retry = useCallback((cell: Cell) => retrying.current(cell), [])

  const list = columns.data?.data
  const gridKey = view ? JSON.stringify(rowQuery) : 'sheet'
  const goToColumn = useGoToColumn(list, grid, view && !view.store ? null : gridKey)
  /** Shows other rows, and moves to a column among them. */
  const showRowsAt = (column: string, rows: RowQuery) => {
    showRows(rows)
    if (JSON.stringify(rows) !== gridKey) goToColumn({ column, after: gridKey })
  }
  const showFailingAt = (column: string) =>
    showRowsAt(column, { filters: [{ column_id: column, operator: 'fails' }] })
  const versions = usePromptVersions(params, list ?? [])
  const grouped = version === undefined ? list?.find(({ id }) => id === group) : undefined
  const rowCount = sheet.data?.sheet.row_count
  const problem = sheet.error ?? columns.error ?? operations.error ?? view?.error
  const tryShown = (top: number, bottom: number) =>
    tryRows({
      title,
      columns: list!,
      count: bottom - top + 1,
      read: () => (view?.store ?? store).read(top, bottom),
    })
  const choices = () => {
    const firstRows = store.current(0, trialRows - 1)
    return choicesOf({
      counts: operations.data?.status_counts ?? {},
      totalCells: operations.data?.total_cells ?? 0,
      rowCount: rowCount ?? 0,
      staleInFirstRows: firstRows && list ? countStale(list, firstRows) : null,
      selection: selection.current,
    })
  }
  return (
    <Page
      title={title}
      above={above}
      badges={
        <>
          {rowCount !== undefined && list && (
            <Badge className="tabular-nums">
              {counted(rowCount, 'row')} × {counted(list.length, 'column')}
            </Badge>
          )}
          <ViewOnly />
          <LiveDot state={sheetState.live} />
        </>
      }
      actions={
        <SheetActions
          params={params}
          running={running}
          isRunning={isRunning}
          isEditing={beside.column !== undefined}
          mayChange={mayChange && version === undefined}
          choices={choices}
          columns={list ?? []}
          shown={
            rowQuery && rowQuery.filters.length > 0 && view?.indexes
              ? { filters: rowQuery.filters, count: view.indexes.length }
              : null
          }
          onPanel={(next) => beside.openPanel({ panel: beside.panel === next ? undefined : next })}
          onNewColumn={() => beside.openPanel({ column: 'new' })}
          onAddRow={() => writing.insertRows(rowCount ?? 0, 1)}
          onImported={refresh}
        />
      }
    >
      <ScoreStrip
        params={params}
        operations={operations.data}
        runProgress={sheetState.runProgress}
        scoring={sheetState.scoring}
        running={mayChange ? running : null}
        columns={list ?? []}
        onOpen={() => beside.openPanel({ panel: 'score' })}
        onFailing={showFailingAt}
        onConfigure={mayChange ? (column) => beside.openPanel({ column }) : null}
      />
      {list &&
        version === undefined &&
        [...versions.values()].some(({ otherAnswers }) => otherAnswers > 0) && (
          <Suspense>
            <OtherVersions
              params={params}
              columns={list}
              versions={versions}
              running={mayChange ? running : null}
              onShow={(column_id) => showRows({ filters: [{ column_id, operator: 'other_version' }] })}
            />
          </Suspense>
        )}
      {hasViews && list && <SheetViewBar params={params} columns={list} shown={shown} onShow={showView} />}
      {rowQuery && view && list && rowCount !== undefined && (
        <Suspense>
          <RowQueryBar
            query={rowQuery}
            columns={list}
            matchCount={view.indexes?.length}
            rowCount={rowCount}
            onChange={showRows}
            onTry={mayChange ? () => tryShown(0, view.indexes!.length - 1) : null}
          />
        </Suspense>
      )}
      {problem && <Problem error={problem} onRetry={refresh} />}
      <div className="relative flex min-h-0 flex-1">
        {(!list || rowCount === undefined) && !problem && (
          <div className="flex-1">
            <SkeletonRows height="h-8" />
          </div>
        )}
        {list && rowCount !== undefined && (
          <>
            {version && (
              <Suspense>
                <VersionPreview
                  params={params}
                  version={version}
                  onClose={() => beside.openPanel({ panel: beside.panel })}
                />
              </Suspense>
            )}
            {grouped && (
              <Suspense>
                <GroupPanel
                  key={grouped.id}
                  params={params}
                  column={grouped}
                  columns={list}
                  rowQuery={rowQuery ?? everyRow}
                  onRowQuery={showRows}
                  onClose={() => groupBy(undefined)}
                />
              </Suspense>
            )}
            {!version && view && !view.store && (
              <div className="flex-1">{!view.error && <SkeletonRows height="h-8" />}</div>
            )}
            {!version && (!view || view.store) && (
              <Grid
                key={gridKey}
                control={grid}
                label={`Cells of ${sheet.data!.sheet.title}`}
                store={view?.store ?? store}
                rowCount={view?.indexes ? view.indexes.length : rowCount}
                columns={list}
                readOnly={!mayChange || view !== null}
                layout={layout}
                writing={writing}
                versions={versions}
                onOpen={(position, { id }) => beside.openCell(position, id)}
                onOpenRow={beside.openPosition}
                {...(mayChange && { onTryRows: tryShown })}
                onMove={(position, { id }) => beside.follow(position, id)}
                onSelection={(selected) => {
                  selection.current = view ? null : selected
                }}
                onRetry={retry}
                noteOf={(column) => (
                  <HeadNote
                    column={column}
                    scored={scored?.find(({ column_id }) => column_id === column.id)}
                    distributions={distributions}
                    onFailing={() => showFailingAt(column.id)}
                  />
                )}
                menuOf={(column, items) => (
                  <ColumnMenu
                    params={params}
                    column={column}
                    rowCount={rowCount ?? 0}
                    items={items}
                    running={mayChange ? running : null}
                    isRunning={isRunning}
                    onEdit={(id) => beside.openPanel({ column: id })}
                    rowQuery={rowQuery ?? everyRow}
                    onRowQuery={(rows) => showRowsAt(column.id, rows)}
                    onGroup={() => groupBy(column.id)}
                    onChanged={refresh}
                  />
                )}
              />
            )}
            <SidePanels
              params={params}
              shown={sheetState}
              columns={list}
              rowCount={rowCount}
              mayChange={mayChange}
              beside={beside}
              writing={writing}
              onRunColumn={(column) => running.openDialog(wholeColumn(column, rowCount))}
              onRunRow={(index) => running.run({ row_ids: [index] })}
              onRetry={retry}
              onFailing={showFailingAt}
              onSaved={({ id }, isTest) => {
                if (beside.column === 'new') goToColumn({ column: id })
                void refresh()
                beside.openPanel(isTest ? { column: id } : {})
              }}
            />
          </>
        )}
      </div>
      {tabs}
    </Page>
  )
}
