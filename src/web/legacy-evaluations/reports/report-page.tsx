import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { SkeletonRows } from '../../design/index.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { BackToList } from '../legacy.tsx'
import { reportQuery } from '../queries.ts'
import { Pipeline } from './pipeline.tsx'
import { ReportRun } from './report-run.tsx'

/** A pipeline or one of its runs; both are reports in the API. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/evaluations/reports/$reportId' })
  const navigate = useNavigate()
  const id = Number(reportId)
  const { data, error, refetch } = useQuery(reportQuery(id))
  const leave = () => void navigate({ to: '/evaluations' })
  if (!data)
    return (
      <Page title="" above={<BackToList show="reports" />}>
        {error ? (
          <PageProblem
            error={error}
            onRetry={refetch}
            back={{ to: '/evaluations', name: 'legacy evaluations' }}
          />
        ) : (
          <SkeletonRows />
        )}
      </Page>
    )
  return data.report.is_blueprint ? (
    <Pipeline key={id} answer={data} onDeleted={leave} />
  ) : (
    <ReportRun key={id} answer={data} onDeleted={leave} />
  )
}
