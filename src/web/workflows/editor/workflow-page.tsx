import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/index.ts'
import { SkeletonRows } from '../../design/index.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { blank, definitionOf } from '../definition/definition.ts'
import { versionQuery } from '../queries.ts'
import { RunView } from '../runs/run-view.tsx'
import { Workbench } from './workbench.tsx'

const above = (
  <>
    <Link to="/workflows" className="hover:underline">
      Workflows
    </Link>{' '}
    /
  </>
)

export function WorkflowPage() {
  const { workflowId } = useParams({ from: '/workflows/$workflowId' })
  const { version, run } = useSearch({ from: '/workflows/$workflowId' })
  const workspace = useSession()?.workspace.id
  if (workspace === undefined) return null
  if (workflowId === 'new')
    return (
      <Workbench
        key="new"
        workspace={workspace}
        above={above}
        saved={{ id: null, name: 'New workflow', version: 0, definition: blank }}
      />
    )
  const id = Number(workflowId)
  if (run !== undefined) return <RunView key={run} id={id} run={run} above={above} />
  return <Saved id={id} version={version} workspace={workspace} />
}

function Saved({ id, version, workspace }: { id: number; version: number | undefined; workspace: number }) {
  const { data, error, refetch } = useQuery(versionQuery(id, version))
  if (!data)
    return (
      <Page title="" above={above}>
        {error ? (
          <PageProblem error={error} onRetry={refetch} back={{ to: '/workflows', name: 'workflows' }} />
        ) : (
          <SkeletonRows />
        )}
      </Page>
    )
  return (
    <Workbench
      key={`${id} ${data.version}`}
      workspace={workspace}
      above={above}
      saved={{ id, name: data.workflow_name, version: data.version, definition: definitionOf(data) }}
    />
  )
}
