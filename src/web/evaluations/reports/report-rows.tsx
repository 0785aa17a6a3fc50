import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty, Problem, SkeletonRows } from '../../design/index.ts'
import { perPage, reportRowsQuery } from '../queries.ts'
import { Pager, RowsTable } from '../rows-table.tsx'

interface Props {
  readonly id: number
  readonly label: string
  /** A part of the query key: another value fetches the rows again. */
  readonly round: string
}

export function ReportRows({ id, label, round }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(reportRowsQuery(id, page, round))
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  if (data.total === 0) return <Empty title="No rows">The dataset of this report has none.</Empty>
  return (
    <>
      <RowsTable label={label} columns={data.columns} rows={data.rows} first={(page - 1) * perPage + 1} />
      <Pager page={page} pages={data.pages} total={data.total} what="row" onPage={setPage} />
    </>
  )
}
