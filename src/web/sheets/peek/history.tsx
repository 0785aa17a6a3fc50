import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, Problem, SkeletonRows, Time } from '../../design/index.ts'
import { Value } from '../grid/cell-view.tsx'
import type { Cell } from '../grid/row-store.ts'
import { type SheetParams, sheetKey } from '../queries.ts'
import { PeekSection } from './section.tsx'

interface Props {
  readonly params: SheetParams
  readonly row: number
  readonly column: string
}

interface Snapshot {
  readonly rows: readonly { readonly cells: Readonly<Record<string, Cell>> }[]
}

/** The number of saved versions that are read, each with one call. */
const maxVersions = 10

/** The value of this cell in the latest saved versions; fetched on demand. */
export function History({ params, row, column }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...sheetKey(params), 'cell-history', row, column],
    queryFn: ({ signal }) => readHistory(params, row, column, signal),
    enabled: isOpen,
    placeholderData: undefined,
  })
  return (
    <PeekSection title="History of this cell">
      {!isOpen && (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Search saved versions
        </Button>
      )}
      {error && <Problem error={error} onRetry={refetch} className="m-0" />}
      {isOpen && !data && !error && <SkeletonRows rows={3} height="h-7" />}
      {data?.length === 0 && <p className="text-ink-faint">No version of this sheet was saved.</p>}
      <ol className="flex flex-col gap-1.5">
        {data?.map(({ version, cell }) => (
          <li key={version.id} className="rounded-md border bg-surface px-2 py-1.5">
            <p className="flex gap-2 text-tiny text-ink-faint">
              <span className="min-w-0 truncate">
                v{version.version_number} {version.name}
              </span>
              <span className="ml-auto shrink-0">
                <Time at={version.created_at} />
              </span>
            </p>
            <p dir="auto" className="break-words [unicode-bidi:plaintext]">
              {cell ? <PastValue cell={cell} /> : <span className="text-ink-faint">Nothing</span>}
            </p>
          </li>
        ))}
      </ol>
    </PeekSection>
  )
}

const PastValue = ({ cell }: { cell: Cell }) =>
  cell.error_message ? <span className="text-bad">{cell.error_message}</span> : <Value cell={cell} />

async function readHistory(params: SheetParams, row: number, column: string, signal: AbortSignal) {
  const { data } = await call('listSheetVersions', { params, query: { limit: maxVersions }, signal })
  return Promise.all(
    data.map(async (version) => {
      const query = { row_offset: row, row_limit: 1 }
      const versionParams = { ...params, version_id: version.id }
      const answer = await call('readSheetVersion', { params: versionParams, query, signal })
      const snapshot = answer.version.snapshot as unknown as Snapshot
      return { version, cell: snapshot.rows[0]?.cells[column] }
    }),
  )
}
