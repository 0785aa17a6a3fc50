import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonStyle, Empty, Problem, SkeletonRows } from '../../design/index.ts'
import type { Filters } from '../../requests/index.ts'
import type { Label } from '../page/queries.ts'
import { usageQuery } from './queries.ts'
import { UsageTable } from './usage-table.tsx'

interface Props {
  readonly promptId: number
  readonly labels: readonly Label[]
}

const filters: Filters = { filters: [{ field: 'source', operator: 'is', value: 'evaluation' }] }

/** The scores of each version in evaluations, over all time. */
export function EvaluationsTab({ promptId, labels }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    usageQuery(String(promptId), 'version', filters),
  )
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={6} />
  const tables = (
    <Link to="/tables" className={buttonStyle({})}>
      Open tables
    </Link>
  )
  if (data.total.requests === 0)
    return (
      <Empty title="No evaluations of this prompt yet" action={tables}>
        A table with a prompt column runs this prompt on rows of examples. The results of its versions are
        compared here.
      </Empty>
    )
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-3 border-b bg-surface px-4 py-2">
        <p className="text-ink-soft">Calls of this prompt from tables, over all time.</p>
        {tables}
      </div>
      <UsageTable
        promptId={promptId}
        usage={data}
        by="version"
        filters={filters}
        labels={labels}
        isStale={isPlaceholderData}
      />
    </div>
  )
}
