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
    </Section>
  )
}
