import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { addressOfCall, useMay } from '../api/index.ts'
import { Button } from '../design/index.ts'
import { Download, GitCompareArrows, Table2 } from '../icons/index.ts'
import { lazyScreen } from '../shell/index.ts'
import type { Listed } from './columns.tsx'
import { type Search, searchOf } from './filter/filters.ts'

const AddToTable = lazyScreen(() => import('./add-to-table.tsx'), 'AddToTable')
const ExportDialog = lazyScreen(() => import('./export-dialog.tsx'), 'ExportDialog')

const maxRows = 50_000

interface Props {
  readonly search: Search
  readonly requests: readonly Listed[]
  readonly count: string
  /** The ids of the rows to compare, at most two. */
  readonly chosen: readonly number[]
}

/** Compares two requests, exports the search, and adds it to a table. */
export function LogActions({ search, requests, count, chosen }: Props) {
  const navigate = useNavigate({ from: '/requests' })
  const mayChange = useMay('contributor')
  const [dialog, setDialog] = useState<'export' | 'table' | null>(null)
  const close = () => setDialog(null)
  const name = `${count} ${count === '1' ? 'request' : 'requests'}`
  const compare = () => {
    const startOf = (id: number) =>
      Date.parse(requests.find((request) => request.id === id)?.request_start_time ?? '')
    const [a, b] = chosen.toSorted((left, right) => startOf(left) - startOf(right) || left - right)
    void navigate({ to: '/requests/compare', search: { a, b } })
  }
  return (
    <>
      {chosen.length > 0 && (
        <Button disabled={chosen.length < 2} onClick={compare}>
          <GitCompareArrows />
          {chosen.length < 2 ? 'Choose another to compare' : 'Compare'}
        </Button>
      )}
      <Button onClick={() => setDialog('export')}>
        <Download />
        Export
      </Button>
      {mayChange && (
        <Button onClick={() => setDialog('table')}>
          <Table2 />
          Add to table
        </Button>
      )}
      <Suspense>
        {dialog === 'export' && (
          <ExportDialog
            title="Export requests"
            rows={name}
            file="requests"
            content={{
              label: 'With messages and variables',
              hint: 'Without them, a row has the figures and metadata of a request.',
            }}
            addressOf={(format, hasContent) => addressOfFile(search, format, hasContent)}
            onClose={close}
          />
        )}
        {dialog === 'table' && (
          <AddToTable
            name={name}
            source={{ ...searchOf(search, Date.now()), limit: maxRows }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function addressOfFile(search: Search, format: 'csv' | 'jsonl' | 'parquet', hasContent: boolean): string {
  const { q, filter_group } = searchOf(search, Date.now())
  const isRising = search.rising === true && search.sortBy === undefined && search.sortScore === undefined
  return addressOfCall('downloadRequests', {
    query: {
      format,
      include_content: hasContent,
      sort_order: isRising ? 'asc' : 'desc',
      ...(q && { q }),
      ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
    },
  })
}
