import { useQuery } from '@tanstack/react-query'
import { Problem, Skeleton } from '../../design/index.ts'
import { VersionDiff } from '../compare/version-diff.tsx'
import { versionQuery } from '../page/queries.ts'

interface Props {
  readonly promptId: number
  readonly before: number
  readonly after: number
}

/** The changes of a release: from the version that the label points at, to the requested version. */
export function RequestChanges({ promptId, before, after }: Props) {
  const from = useQuery(versionQuery(String(promptId), before))
  const to = useQuery(versionQuery(String(promptId), after))
  const error = from.error ?? to.error
  const retry = () => void Promise.all([from.refetch(), to.refetch()])
  if (error) return <Problem error={error} onRetry={retry} className="m-0" />
  if (!from.data || !to.data) return <Skeleton className="h-32" />
  return <VersionDiff before={from.data} after={to.data} heads={[`v${before}`, `v${after}`]} />
}
