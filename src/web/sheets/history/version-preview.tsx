import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, queryOf } from '../../api/index.ts'
import { Button, QueryState, Time, toastProblem } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { Grid } from '../grid/grid.tsx'
import { noLayout } from '../grid/layout.ts'
import { type Row, RowStore, rowsPerPage } from '../grid/row-store.ts'
import type { Writing } from '../grid/writing.ts'
import { type SheetParams, sheetKey } from '../queries.ts'
import { changesOf, marksOf } from './changes.ts'
import { nameOf } from './versions.ts'

interface Props {
  readonly params: SheetParams
  readonly version: string
  readonly onClose: () => void
}

interface Snapshot {
  readonly row_count: number
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

const noop = () => {}

const noWriting: Writing = {
  write: noop,
  fill: noop,
  paste: noop,
  undo: noop,
  redo: noop,
  insertRows: noop,
  duplicateRows: noop,
  moveRows: noop,
  deleteRows: noop,
}

const emptyCell = { status: 'STALE', value: null, display_value: null, error_message: null }

/** Adds the cells without a value, which a version leaves out. The grid would show missing cells as not loaded. */
const withEmptyCells = (row: Row, columns: readonly Column[]): Row => ({
  ...row,
  cells: {
    ...Object.fromEntries(columns.map(({ id }) => [id, emptyCell as Row['cells'][string]])),
    ...row.cells,
  },
})

/** A saved version, which is read only, with its changes marked. */
export function VersionPreview({ params, version, onClose }: Props) {
  const versionParams = { ...params, version_id: version }
  const [layout, setLayout] = useState(noLayout)
  const { data, error, refetch } = useQuery({
    ...queryOf([...sheetKey(params), 'version', version], 'readSheetVersion', {
      params: versionParams,
      query: { row_limit: 0 },
    }),
    placeholderData: undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has a store of its own.
  const store = useMemo(
    () =>
      new RowStore(
        async (start) => {
          const rows: Row[] = []
          // Rows that are too large for one answer come in several.
          for (;;) {
            const query = { row_offset: start + rows.length, row_limit: rowsPerPage - rows.length }
            const { version } = await call('readSheetVersion', { params: versionParams, query })
            const snapshot = version.snapshot as unknown as Snapshot
            rows.push(...snapshot.rows.map((row) => withEmptyCells(row, snapshot.columns)))
            const isLast = start + rows.length >= snapshot.row_count || snapshot.rows.length === 0
            if (isLast || rows.length >= rowsPerPage) return rows
          }
        },
        (problem) => toastProblem(`These rows cannot be loaded: ${problem.message}`),
      ),
    [version],
  )
  const snapshot = data?.version.snapshot as unknown as Snapshot | undefined
  const marks = useMemo(() => data && marksOf(changesOf(data.version.deltas, (id) => id)), [data])
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div
        role="status"
        className="flex min-h-10 shrink-0 items-center gap-2 border-b bg-note-soft px-4 text-note"
      >
        {data && (
          <p className="min-w-0 flex-1 truncate">
            You are looking at v{data.version.version_number}, {nameOf(data.version)},{' '}
            <Time at={data.version.created_at} />. It cannot be changed. The cells that it changed are marked.
          </p>
        )}
        <Button size="small" className="ml-auto" onClick={onClose}>
          Back to the sheet
        </Button>
      </div>
      <QueryState query={{ data: snapshot, error, refetch }} height="h-8" />
      {snapshot && data && (
        <Grid
          key={version}
          label={`Cells of v${data.version.version_number}`}
          store={store}
          rowCount={snapshot.row_count}
          columns={snapshot.columns}
          readOnly
          marks={marks}
          layout={{ layout, change: setLayout }}
          writing={noWriting}
          onOpen={noop}
          onMove={noop}
          onRetry={noop}
          menuOf={() => null}
        />
      )}
    </div>
  )
}
