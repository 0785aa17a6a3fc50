import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../api/index.ts'
import { SearchSelect, type SearchSelectProps } from '../design/index.ts'
import { maxResults } from './max-results.ts'

/** The latest version of a workflow. */
export const workflowQuery = (workflow: string) =>
  queryOptions({
    ...queryOf(['workflows', 'chosen', workflow], 'readWorkflow', {
      params: { workflow_id_or_name: workflow },
    }),
    enabled: workflow !== '',
    placeholderData: undefined,
  })

/** Chooses a workflow; the value is its id, and a name is accepted too. */
export function WorkflowSelect(props: SearchSelectProps) {
  const { value } = props
  const { data } = useQuery(workflowQuery(value))
  return (
    <SearchSelect
      placeholder="Choose a workflow"
      {...props}
      valueLabel={data?.workflow_name}
      queryKey={['workflows', 'choices']}
      search={searchWorkflows}
    />
  )
}

async function searchWorkflows(name: string, signal: AbortSignal) {
  const { items, has_next } = await call('listWorkflows', {
    query: { ...(name !== '' && { name }), per_page: maxResults, sort_by: 'name', sort_order: 'asc' },
    signal,
  })
  return {
    choices: items.map((item) => ({ value: String(item.id), label: item.name })),
    hasMore: has_next,
  }
}
