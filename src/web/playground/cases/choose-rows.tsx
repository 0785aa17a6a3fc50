import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { counted, Input, Problem, Select, SkeletonRows } from '../../design/index.ts'
import { type Origin, type Row, type Source, searchRows } from './rows.ts'

interface Props {
  readonly origin: Origin
  readonly source: Source
  readonly chosen: readonly Row[]
  readonly onChange: (chosen: readonly Row[]) => void
}

const keyOf = (row: Row): string => JSON.stringify(row)

/** Columns of a row that its line shows. */
const shownColumns = 3

/** Searches rows on the server; the person chooses some of them. */
export function ChooseRows({ origin, source, chosen, onChange }: Props) {
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const [column, setColumn] = useState(source.columns[0]?.id ?? '')
  const rowsQuery = useQuery({
    queryKey: ['playground', 'rows', origin, query, column],
    queryFn: ({ signal }) => searchRows(origin, source, { words: query, column }, signal),
  })
  const keys = new Set(chosen.map(keyOf))
  const toggle = (row: Row) =>
    onChange(keys.has(keyOf(row)) ? chosen.filter((other) => keyOf(other) !== keyOf(row)) : [...chosen, row])
  const rows = [...new Map(rowsQuery.data?.rows.map((row) => [keyOf(row), row])).values()]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Input
          aria-label="Find rows"
          placeholder="Find by a part of the text"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {origin.kind === 'sheet' && (
          <Select
            label="Column to search"
            value={column}
            choices={source.columns.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setColumn}
          />
        )}
      </div>
      {rowsQuery.error && <Problem error={rowsQuery.error} className="m-0" />}
      {!rowsQuery.data && !rowsQuery.error && <SkeletonRows rows={4} />}
      {rowsQuery.data && rows.length === 0 && (
        <p className="py-4 text-center text-ink-soft">No rows match.</p>
      )}
      <ul className="flex max-h-64 flex-col overflow-auto rounded-md border empty:hidden">
        {rows.map((row) => (
          <li key={keyOf(row)} className="border-b last:border-b-0">
            <label className="flex items-center gap-2 px-2 py-1.5 hover:bg-sunken">
              <input type="checkbox" checked={keys.has(keyOf(row))} onChange={() => toggle(row)} />
              <span className="min-w-0 flex-1 truncate">
                {row.slice(0, shownColumns).map(textOf).filter(Boolean).join(' · ')}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {rowsQuery.data && rowsQuery.data.total > rows.length && (
        <p className="text-small text-ink-faint">
          {rows.length} of {counted(rowsQuery.data.total, 'row')} shown. Search for the others.
        </p>
      )}
    </div>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
