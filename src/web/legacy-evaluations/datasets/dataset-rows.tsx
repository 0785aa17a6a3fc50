import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Input, QueryState } from '../../design/index.ts'
import { type Dataset, datasetRowsQuery, perPage } from '../queries.ts'
import { Pager, RowsTable } from '../rows-table.tsx'

export function DatasetRows({ dataset }: { dataset: Dataset }) {
  const [page, setPage] = useState(1)
  const [words, setWords] = useState('')
  const find = useDeferredValue(words.trim())
  const { data, error, refetch } = useQuery(datasetRowsQuery(dataset, page, find))
  return (
    <>
      <div className="flex h-11 shrink-0 items-center border-b px-4">
        <Input
          aria-label="Find rows"
          placeholder="Find in the rows"
          className="w-72"
          value={words}
          onChange={({ target }) => {
            setPage(1)
            setWords(target.value)
          }}
        />
      </div>
      <QueryState query={{ data, error, refetch }} />
      {data && (
        <>
          <RowsTable
            key={`${page} ${find}`}
            label="Rows of the dataset"
            columns={data.columns}
            rows={data.rows}
            first={(page - 1) * perPage + 1}
          />
          <Pager page={page} pages={data.pages} total={data.total} noun="row" onPage={setPage} />
        </>
      )}
    </>
  )
}
