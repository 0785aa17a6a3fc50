import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOfCall } from '../../api/index.ts'
import { Button, CheckList, counted, Dialog, NativeSelectField, SwitchRow } from '../../design/index.ts'
import { Download } from '../../icons/index.ts'
import type { Column, RowFilter } from '../../sheets/index.ts'
import { operationsQuery, type SheetParams, sheetQuery } from '../../sheets/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  /** The filters of the shown rows, and how many rows match; null without filters. */
  readonly shown: { readonly filters: readonly RowFilter[]; readonly count: number } | null
  readonly onClose: () => void
}

const formats = {
  csv: 'CSV, for spreadsheets and scripts',
  xlsx: 'Excel (XLSX)',
  jsonl: 'JSONL, an object for each row',
  parquet: 'Parquet, for data frames',
} as const

type Format = keyof typeof formats

/** Downloads the sheet as it is when the download starts. */
export function ExportDialog({ params, columns, shown, onClose }: Props) {
  const [format, setFormat] = useState<Format>('csv')
  const everyColumn = new Set(columns.map(({ id }) => id))
  const [included, setIncluded] = useState<ReadonlySet<string>>(everyColumn)
  const [hasFigures, setFigures] = useState(false)
  const [isGuarded, setGuarded] = useState(true)
  const [isFiltered, setFiltered] = useState(shown !== null)
  const counts = useQuery(operationsQuery(params, true)).data?.status_counts
  const includedColumns = columns.filter(({ id }) => included.has(id))
  const hasAll = includedColumns.length === columns.length
  const isPart = shown !== null && isFiltered
  const rowCount = useQuery(sheetQuery(params)).data?.sheet.row_count
  const rows = isPart ? shown.count : rowCount
  const address = addressOfCall('exportSheet', {
    params,
    query: {
      format,
      ...(!hasAll && { column_ids: includedColumns.map(({ id }) => id) }),
      ...(isPart && { filters: JSON.stringify(shown.filters) }),
      ...(hasFigures && { include_system_columns: true }),
      ...(format === 'csv' && !isGuarded && { escape_formulas: false }),
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title="Export"
      actions={
        <>
          <span role="status" className="mr-auto self-center text-small text-ink-soft tabular-nums">
            {rows !== undefined && `${counted(rows, 'row')} × ${counted(includedColumns.length, 'column')}`}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          {includedColumns.length > 0 && (
            <a
              href={address}
              download
              className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-accent px-2.5 font-medium whitespace-nowrap text-on-accent hover:brightness-95"
              onClick={onClose}
            >
              <Download className="size-3.5" aria-hidden />
              Download {format.toUpperCase()}
            </a>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <NativeSelectField
          label="Format"
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
          options={Object.entries(formats)}
        />
        <div className="relative">
          <CheckList
            legend="Columns"
            className="grid max-h-56 grid-cols-2 gap-x-4 gap-y-1 overflow-auto"
            choices={columns.map(({ id, title }) => ({ id, name: title }))}
            chosen={included}
            onChange={setIncluded}
          />
          <Button
            kind="quiet"
            size="small"
            className="absolute -top-1 right-0"
            onClick={() => setIncluded(hasAll ? new Set() : everyColumn)}
          >
            {hasAll ? 'Choose none' : 'Choose all'}
          </Button>
        </div>
        {shown && (
          <SwitchRow
            label={`Only the ${counted(shown.count, 'row')} shown`}
            checked={isFiltered}
            onChange={setFiltered}
          />
        )}
        <SwitchRow label="With cost and latency of each cell" checked={hasFigures} onChange={setFigures} />
        {format === 'csv' && (
          <SwitchRow
            label="Prevent spreadsheets from running texts as formulas"
            checked={isGuarded}
            onChange={setGuarded}
          />
        )}
        {counts && <CellWarnings stale={counts['STALE'] ?? 0} failed={counts['FAILED'] ?? 0} />}
      </div>
    </Dialog>
  )
}

/** Warns of stale and failed cells, because a file does not show which values are old or why some are absent. */
function CellWarnings({ stale, failed }: { stale: number; failed: number }) {
  const notes = [
    stale > 0 &&
      `${counted(stale, 'cell')} of the sheet ${stale === 1 ? 'is' : 'are'} not up to date: the file has the earlier values, if there are any.`,
    failed > 0 &&
      `${counted(failed, 'cell')} of the sheet failed and ${failed === 1 ? 'is' : 'are'} empty in the file.`,
  ].filter((note) => note !== false)
  return notes.length > 0 && <p className="text-small text-warning">{notes.join(' ')}</p>
}
