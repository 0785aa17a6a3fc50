import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, queryOf, sessionQuery, useMay } from '../api/index.ts'
import { Badge, Button, CopyButton, FormRow, TextField } from '../design/index.ts'
import { CheckedForm, useFormChange } from '../dialogs/index.ts'
import { Section } from './section.tsx'
import { SignInProviderTest } from './sign-in-provider-test.tsx'

export function General() {
  const client = useQueryClient()
  const isAdmin = useMay('admin')
  const { data, error, refetch } = useQuery(queryOf(['workspace'], 'readWorkspace'))
  const setupQuery = useQuery(queryOf(['setup'], 'readSetup'))
  const setup = setupQuery.data
  const rename = useFormChange((name: string) => call('updateWorkspace', { body: { name } }), {
    done: 'Workspace renamed',
    onSuccess: (answer) => {
      client.setQueryData(['workspace'], answer)
      void invalidate(sessionQuery.queryKey)
    },
  })
  return (
    <Section
      title="General"
      changedBy="admin"
      about="The workspace, and how people sign in."
      query={{
        data: data && setup,
        error: error ?? setupQuery.error,
        refetch: () => Promise.all([refetch(), setupQuery.refetch()]),
      }}
    >
      {data && setup && (
        <>
          <FormRow title="Name" help="Shown to all members, in the navigation and in invitations.">
            {isAdmin ? (
              <CheckedForm
                error={rename.error}
                key={data.workspace.name}
                label="Name of the workspace"
                onSubmit={({ name = '' }) => rename.mutate(name)}
              >
                <TextField label="Workspace name" name="name" defaultValue={data.workspace.name} />
                <Button type="submit" className="self-start" isBusy={rename.isPending}>
                  Rename
                </Button>
              </CheckedForm>
            ) : (
              <p>{data.workspace.name}</p>
            )}
          </FormRow>
          <FormRow title="Workspace ID" help="SDKs and the API use it in addresses.">
            <span className="flex items-center gap-2">
              <code>{data.workspace.id}</code>
              <CopyButton name="workspace ID" text={String(data.workspace.id)} />
            </span>
          </FormRow>
          <FormRow
            title="Sign-in"
            help="The operator sets GALLEY_OIDC_ISSUER, GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET where Galley runs, and turns passwords off with GALLEY_OIDC_ONLY."
          >
            <SignInWay name="Password" isOn={setup.password} />
            <SignInWay name="Single sign-on (OpenID Connect)" isOn={setup.single_sign_on} />
            {isAdmin && setup.single_sign_on && <SignInProviderTest />}
            {isAdmin && (
              <p className="flex flex-wrap items-center gap-2 text-small text-ink-soft">
                Redirect address for the provider:
                <code className="text-ink">{redirectAddress}</code>
                <CopyButton name="redirect address" text={redirectAddress} />
              </p>
            )}
          </FormRow>
        </>
      )}
    </Section>
  )
}

const redirectAddress = `${location.origin}/auth/oidc/callback`

const SignInWay = ({ name, isOn }: { name: string; isOn: boolean }) => (
  <p className="flex items-center justify-between gap-3">
    {name}
    <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
  </p>
)
