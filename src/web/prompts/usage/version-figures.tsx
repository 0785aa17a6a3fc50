import { useQuery } from '@tanstack/react-query'
import { counted } from '../../design/index.ts'
import { costText } from '../../requests/values.ts'
import { errorText, scoreText } from './figures.ts'
import { recentUsageQuery } from './queries.ts'

interface Props {
  readonly promptId: string
  readonly version: number
}

/** Figures of a version in production in the last seven days; hidden without requests. */
export function VersionFigures({ promptId, version }: Props) {
  const { data } = useQuery(recentUsageQuery(promptId))
  const usage = data?.groups.find(({ name }) => name === String(version))
  if (!usage || usage.requests === 0) return null
  const parts = [
    counted(usage.requests, 'request'),
    costText(usage.cost, usage.unpriced_requests),
    ...(usage.errors > 0 ? [`${errorText(usage)} errors`] : []),
    ...(usage.score === null ? [] : [`score ${scoreText(usage)}`]),
  ]
  return (
    <span className="truncate text-tiny text-ink-soft tabular-nums" title="Production, last seven days">
      {parts.join(' · ')}
    </span>
  )
}
