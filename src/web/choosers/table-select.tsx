import { useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, queryOf } from '../api/index.ts'
import { SearchSelect, type SearchSelectProps } from '../design/index.ts'
import { maxResults } from './max-results.ts'

/** Chooses a table; the value is its id. */
export function TableSelect(props: SearchSelectProps) {
  const { value, fixed = [] } = props
  const isFixed = fixed.some((choice) => choice.value === value)
  const { data } = useQuery({
    ...queryOf(['tables', 'chosen', value], 'readTable', { params: { table_id: value } }),
    enabled: value !== '' && !isFixed,
    placeholderData: undefined,
  })
  return (
    <SearchSelect
      placeholder="Choose a table"
      {...props}
      valueLabel={data?.table.title}
      queryKey={['tables', 'choices']}
      search={searchTables}
    />
  )
}

async function searchTables(name: string, signal: AbortSignal) {
  const { data, has_more } = await call('listTables', {
    query: { ...(name !== '' && { name }), limit: maxResults },
    signal,
  })
  return {
    choices: inNaturalOrder(data, ({ title }) => title).map(({ id, title }) => ({ value: id, label: title })),
    hasMore: has_more,
  }
}
