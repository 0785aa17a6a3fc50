import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Answer, call, invalidate, queryOf, sessionQuery, useMay } from '../api/index.ts'
import { Badge, Button, CopyButton, FormRow, TextField } from '../design/index.ts'
import { CheckedForm, useFormChange } from '../dialogs/index.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { Section } from './section.tsx'
import { SignInProviderTest } from './sign-in-provider-test.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

export function General() {
  const isAdmin = useMay('admin')
  const { data, error, refetch } = useQuery(queryOf(['workspace'], 'readWorkspace'))
  const setupQuery = useQuery(queryOf(['setup'], 'readSetup'))
  const setup = setupQuery.data
  return (
    <Section
      title="General"
      changedBy="admin"
      about="The workspace, its addresses for code, and how people sign in."
      query={{
        data: data && setup,
        error: error ?? setupQuery.error,
        refetch: () => Promise.all([refetch(), setupQuery.refetch()]),
      }}
    >
      {data && setup && (
        <>
          <FormRow title="Name" help="Shown to all members, in the navigation and in invitations.">
            {isAdmin ? <Name stored={data.workspace.name} /> : <p>{data.workspace.name}</p>}
          </FormRow>
          <FormRow
            title="Addresses for code"
            help="An SDK needs the API address and a key of the section API keys. Some calls name the workspace ID."
          >
            <Copied label="API address" value={location.origin} />
            <Copied label="OTLP endpoint" value={`${location.origin}/v1/traces`} />
            <Copied label="Workspace ID" value={String(data.workspace.id)} />
          </FormRow>
          <SignIn {...setup} />
          <LeaveWorkspace name={data.workspace.name} />
          {isAdmin && <DeleteWorkspace id={data.workspace.id} name={data.workspace.name} />}
        </>
      )}
    </Section>
  )
}

function Name({ stored }: { readonly stored: string }) {
  const client = useQueryClient()
  const current = useMemo(() => ({ revision: stored }), [stored])
  const { draft, setDraft, isChanged, begin, conflict } = useSettingsDraft(
    current,
    ({ revision }) => revision,
  )
  const rename = useFormChange((name: string) => call('updateWorkspace', { body: { name } }), {
    done: 'Workspace renamed',
    onSuccess: (answer) => {
      client.setQueryData(['workspace'], answer)
      begin({ revision: answer.workspace.name })
      void invalidate(sessionQuery.queryKey)
    },
  })
  return (
    <>
      <ChangedMeanwhile conflict={conflict} />
      <CheckedForm
        error={rename.error}
        label="Name of the workspace"
        onSubmit={({ name = '' }) => rename.mutate(name)}
      >
        <TextField
          label="Workspace name"
          name="name"
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
        />
        <Button type="submit" className="self-start" disabled={!isChanged} isBusy={rename.isPending}>
          Rename
        </Button>
      </CheckedForm>
    </>
  )
}

const Copied = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className="flex items-center gap-x-3 gap-y-1 max-sm:flex-wrap">
    <span className="w-28 shrink-0 text-small text-ink-soft max-sm:w-full">{label}</span>
    <code className="min-w-0 flex-1 truncate rounded-md border bg-sunken px-2 py-1 text-small" title={value}>
      {value}
    </code>
    <CopyButton name={label} text={value} />
  </div>
)

function SignIn({ password, single_sign_on }: Pick<Answer<'readSetup'>, 'password' | 'single_sign_on'>) {
  const isAdmin = useMay('admin')
  return (
    <FormRow title="Sign-in" help="The same for all workspaces of this server. Its operator changes it.">
      <SignInWay name="Password" isOn={password} variable="GALLEY_OIDC_ONLY turns passwords off." />
      <SignInWay
        name="Single sign-on (OpenID Connect)"
        isOn={single_sign_on}
        variable="GALLEY_OIDC_ISSUER, GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET turn it on."
      />
      {isAdmin && (
        <>
          <Copied label="Redirect address" value={`${location.origin}/auth/oidc/callback`} />
          {single_sign_on && <SignInProviderTest />}
        </>
      )}
    </FormRow>
  )
}

interface SignInWayProps {
  readonly name: string
  readonly isOn: boolean
  /** The sentence about the environment variables that turn this way to sign in on or off. */
  readonly variable: string
}

const SignInWay = ({ name, isOn, variable }: SignInWayProps) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <p className="font-medium">{name}</p>
      <p className="text-small break-words text-ink-soft">{variable}</p>
    </div>
    <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
  </div>
)
