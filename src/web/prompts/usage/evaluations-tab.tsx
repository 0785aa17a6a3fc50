import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, queryOf, useMay } from '../../api/index.ts'
import { buttonStyle, Empty, Problem, QueryState, SkeletonRows } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import type { Filters } from '../../requests/index.ts'
import { TableResults } from '../../tables/index.ts'
import type { Label } from '../page/queries.ts'
import { usageQuery } from './queries.ts'
import { UsageTable } from './usage-table.tsx'

interface Props {
  readonly promptId: number
  readonly name: string
  readonly labels: readonly Label[]
}

const filters: Filters = { filters: [{ field: 'source', operator: 'is', value: 'evaluation' }] }
/** Tables that are shown by name, the newest first. */
const maxTables = 20

/** The tables that run a prompt, and the scores of each version in them, over all time. */
export function EvaluationsTab({ promptId, name, labels }: Props) {
  const mayChange = useMay('contributor')
  const usage = useQuery(usageQuery(String(promptId), 'version', filters))
  const tables = useQuery(
    queryOf(['tables', 'of a prompt', promptId], 'listTables', {
      query: { prompt_id: promptId, limit: maxTables },
    }),
  )
  const failed = usage.isError ? usage : tables
  if (failed.error) return <Problem error={failed.error} onRetry={failed.refetch} />
  if (!usage.data || !tables.data) return <SkeletonRows rows={6} />
  const hasCalls = usage.data.total.requests > 0
  if (!hasCalls && tables.data.data.length === 0)
    return (
      <Empty
        title="No evaluations of this prompt yet"
        action={mayChange ? <NewTable prompt={name} isPrimary /> : <AllTables />}
      >
        A table with a prompt column runs this prompt on rows of examples. The results of its versions are
        compared here.
      </Empty>
    )
  return (
    <div className="flex flex-col">
      <Tables list={tables.data} action={mayChange && <NewTable prompt={name} />} />
      {hasCalls ? (
        <>
          <h2 className="flex h-11 items-center bg-surface px-4 text-heading font-semibold">
            Calls of these tables by version
          </h2>
          <UsageTable
            promptId={promptId}
            usage={usage.data}
            by="version"
            filters={filters}
            labels={labels}
            isStale={usage.isPlaceholderData}
          />
        </>
      ) : (
        <Empty title="No calls from these tables yet">
          Run a table, and the results of the versions are compared here.
        </Empty>
      )}
    </div>
  )
}

const AllTables = () => (
  <Link to="/tables" className={buttonStyle({})}>
    Open tables
  </Link>
)

const NewTable = ({ prompt, isPrimary = false }: { prompt: string; isPrimary?: boolean }) => (
  <Link to="/tables" search={{ prompt }} className={buttonStyle(isPrimary ? { kind: 'primary' } : {})}>
    <Plus />
    New table
  </Link>
)

interface TablesProps {
  readonly list: Answer<'listTables'>
  readonly action: ReactNode
}

/** The tables with their last run and score. */
function Tables({ list: { data, has_more: hasMore }, action }: TablesProps) {
  const ids = data.map(({ id }) => id)
  const overviews = useQuery({
    ...queryOf(['tables', 'overviews', ids], 'listTableOverviews', { query: { table_id: ids } }),
    enabled: ids.length > 0,
  })
  return (
    <nav aria-label="Tables with this prompt" className="border-b bg-surface">
      <div className="flex h-11 items-center justify-between gap-2 px-4">
        <h2 className="text-heading font-semibold">Tables</h2>
        <span className="flex gap-2">
          {(hasMore || data.length === 0) && <AllTables />}
          {action}
        </span>
      </div>
      {overviews.data ? (
        <TableResults overviews={overviews.data.overviews} />
      ) : (
        <QueryState query={overviews} rows={data.length} />
      )}
    </nav>
  )
}
