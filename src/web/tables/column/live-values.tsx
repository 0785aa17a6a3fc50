import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { queryOf } from '../../api/index.ts'
import {
  type Config,
  type LiveCell,
  type LiveType,
  loadEvaluation,
  readBy,
  referencesOf,
} from '../../columns/forms.ts'
import { loadPart } from '../../design/index.ts'
import { type Cell, type Column, Value } from '../../sheets/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly type: LiveType
  readonly config: Config
  /** The columns that this one may read. */
  readonly columns: readonly Column[]
}

/** The same number as for the suggestions of paths, so that both use one query. */
const previewRows = 5

/** The values of the column in the first rows while it is being configured, computed by the browser. */
export function LiveValues({ params, type, config, columns }: Props) {
  const shownConfig = useDeferredValue(config)
  const { data } = useQuery(
    queryOf([...sheetKey(params), 'first-rows'], 'listRows', {
      params,
      query: { start_row_index: 0, limit: previewRows, include_row_count: false, include_columns: false },
    }),
  )
  const { data: evaluation } = useQuery({
    queryKey: ['part', 'column-evaluation'],
    queryFn: () => loadPart(loadEvaluation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = data?.data ?? []
  if (!evaluation || rows.length === 0) return null
  const cells = evaluation.liveCells(type, shownConfig, columns, rows.length, (row, column) =>
    readValue(rows[row]?.cells[column]),
  )
  if (!cells) return null
  const sources = readBy(columns, referencesOf(type, shownConfig))
  return (
    <section aria-label="Preview" className="shrink-0 overflow-hidden rounded-lg border bg-surface">
      <h3 className="border-b bg-sunken px-3 py-1.5 text-small font-medium">
        Preview <span className="font-normal text-ink-faint">of the first rows, before you save</span>
      </h3>
      <ol>
        {cells.map((cell, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are the first ones of the sheet, in order.
            key={index}
            className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3 border-b px-3 py-1.5 last:border-0"
          >
            <span className="truncate text-small text-ink-faint">
              {index + 1}
              {sources.map(({ id }) => ` · ${rows[index]?.cells[id]?.display_value ?? ''}`)}
            </span>
            <span className="min-w-0 truncate">
              <LiveCellView cell={cell} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function LiveCellView({ cell }: { cell: LiveCell }) {
  if (cell.kind === 'waits') return <span className="text-ink-faint">Waits for {cell.title}</span>
  if (cell.kind === 'failed')
    return (
      <span className="text-bad" title={cell.message}>
        {cell.message}
      </span>
    )
  if (cell.text === '') return <span className="text-ink-faint">No value</span>
  return <Value cell={{ value: { value: cell.value as null }, display_value: cell.text }} />
}

/** The value that the column would read; undefined if the cell is not computed yet. */
const readValue = (cell: Cell | undefined) => {
  if (!cell || cell.status === 'FAILED') return undefined
  if (cell.value !== null) return cell.value.value as null
  return cell.status === 'COMPLETED' ? null : undefined
}
