import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Empty, Problem, SkeletonRows } from '../../design/index.ts'
import { perPage, type ReportColumn, reportRowsQuery } from '../queries.ts'
import { typeLabelsOf } from '../row-cells.ts'
import { Pager, RowsTable } from '../rows-table.tsx'

interface Props {
  readonly id: number
  readonly label: string
  readonly reportColumns: readonly ReportColumn[]
  /** A part of the query key: another value fetches the rows again. */
  readonly refreshKey: string
}

export function ReportRows({ id, label, reportColumns, refreshKey }: Props) {
  const [page, setPage] = useState(1)
  const types = useMemo(() => typeLabelsOf(reportColumns), [reportColumns])
  const { data, error, refetch } = useQuery(reportRowsQuery(id, page, refreshKey))
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  if (data.total === 0) return <Empty title="No rows">The dataset of this report has none.</Empty>
  return (
    <>
      <RowsTable
        key={page}
        label={label}
        columns={data.columns}
        types={types}
        rows={data.rows}
        first={(page - 1) * perPage + 1}
      />
      <Pager page={page} pages={data.pages} total={data.total} noun="row" onPage={setPage} />
    </>
  )
}
