import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../api/index.ts'
import { Switch, Time } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Rows, Section } from './section.tsx'

export function InstallationWorkspaces() {
  const { data, error, refetch } = useQuery(
    queryOf(['installation-workspaces'], 'listInstallationWorkspaces'),
  )
  const grant = useChange(
    ({ id, isGranted }: { id: number; isGranted: boolean }) =>
      call('updateInstallationWorkspace', {
        params: { workspace_id: id },
        body: { provider_keys: isGranted },
      }),
    { keys: ['installation-workspaces'], done: 'Workspace changed' },
  )
  return (
    <Section
      title="Workspaces"
      about="The workspaces that may call models with the provider keys of the server, such as OPENAI_API_KEY."
      query={{ data, error, refetch }}
    >
      <Rows
        label="Workspaces"
        heads={['Name', 'Created', 'Provider keys of the server']}
        rows={data?.workspaces ?? []}
        keyOf={({ id }) => id}
        empty="No workspaces yet."
        cells={({ id, name, created_at, provider_keys }) => [
          <bdi key="name" className="font-medium">
            {name}
          </bdi>,
          <Time key="at" at={created_at} />,
          <span key="grant" className="inline-flex">
            <Switch
              label={`Provider keys of the server: ${name}`}
              checked={provider_keys}
              onChange={(isGranted) => grant.mutate({ id, isGranted })}
            />
          </span>,
        ]}
      />
      <DeletedWorkspaces />
    </Section>
  )
}

/** Milliseconds between reads of the receipts while rows are being deleted. */
const progressInterval = 2_000

/** The receipts of deleted workspaces. */
function DeletedWorkspaces() {
  const { data } = useQuery({
    ...queryOf(['workspace-deletions'], 'listWorkspaceDeletions'),
    refetchInterval: ({ state }) =>
      state.data?.workspace_deletions.some(({ finished_at }) => finished_at === null) && progressInterval,
  })
  if (!data || data.workspace_deletions.length === 0) return null
  return (
    <section aria-label="Deleted workspaces" className="flex flex-col gap-2">
      <h3 className="font-semibold">Deleted workspaces</h3>
      <Rows
        label="Deleted workspaces"
        heads={['Name', 'Deleted by', 'Deleted', 'Finished', 'Rows']}
        rows={data.workspace_deletions}
        keyOf={({ workspace_id }) => workspace_id}
        empty="No workspace was deleted."
        cells={({ name, deleted_by, started_at, finished_at, deleted }) => [
          <bdi key="name" className="font-medium">
            {name}
          </bdi>,
          <bdi key="person">{deleted_by.name}</bdi>,
          <Time key="at" at={started_at} />,
          finished_at === null ? 'In progress' : <Time key="finished" at={finished_at} />,
          Object.values(deleted)
            .reduce((sum, count) => sum + count, 0)
            .toLocaleString('en'),
        ]}
      />
    </section>
  )
}
