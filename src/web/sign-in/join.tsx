import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type Answer, ApiError, call, queryOf, roleDescriptions, roleNames } from '../api/index.ts'
import { Button, buttonStyle, Problem, TextField, Time } from '../design/index.ts'
import { CheckedForm } from '../dialogs/index.ts'
import { useEnter } from './enter.ts'
import { Entrance } from './entrance.tsx'

type Invitation = Answer<'readInvitation'>

const signInLink = (
  <a href="/sign-in" className="text-accent-ink underline">
    Sign in
  </a>
)

/** Accepts an invitation; its token is in the fragment of the link. */
export function Join() {
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, refetch } = useQuery({
    ...queryOf(['invitation', token], 'readInvitation', { body: { token } }),
    enabled: token !== '',
    placeholderData: undefined,
  })
  if (token === '')
    return (
      <Entrance title="The link is incomplete" description="Ask the person who invited you to send it again.">
        {signInLink}
      </Entrance>
    )
  if (error instanceof ApiError && error.status < 500)
    return (
      <Entrance
        title="This invitation is no longer valid"
        description="It was used, withdrawn, or has expired. Ask the person who invited you for a new one."
      >
        {signInLink}
      </Entrance>
    )
  if (error) return <Problem error={error} onRetry={refetch} />
  return data ? <Accept token={token} invitation={data} /> : null
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { workspace, email, invited_by, has_account: isKnown } = invitation
  const enter = useEnter()
  const { data: setup } = useQuery(queryOf(['setup'], 'readSetup'))
  const join = useMutation({
    mutationKey: ['entrance'],
    mutationFn: ({ name, password = '' }: Readonly<Record<string, string>>) =>
      call('acceptInvitation', { body: { token, password, ...(name && { name }) } }),
    onSuccess: (session) => enter(session, '/'),
  })
  return (
    <Entrance
      title={
        <>
          Join <bdi>{workspace.name}</bdi>
        </>
      }
      description={
        <>
          {invited_by === null ? 'You are invited' : <bdi>{invited_by}</bdi>}
          {invited_by !== null && ' invites you'} to work in this workspace.
        </>
      }
    >
      <Facts invitation={invitation} />
      {setup?.password !== false && (
        <CheckedForm error={join.error} label="Join" onSubmit={(fields) => join.mutate(fields)}>
          <p className="text-small text-ink-soft">
            {isKnown
              ? 'You have an account with this address. Enter its password to join.'
              : 'Choose a name and a password for your account.'}
          </p>
          {/* Password managers store the password under this address. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          {!isKnown && <TextField label="Your name" name="name" autoComplete="name" autoFocus />}
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete={isKnown ? 'current-password' : 'new-password'}
            autoFocus={isKnown}
            hint={isKnown ? undefined : 'At least 10 characters. A few random words make a good password.'}
          />
          <Button kind="primary" type="submit" isBusy={join.isPending}>
            Join
          </Button>
        </CheckedForm>
      )}
      {setup?.single_sign_on && (
        <a href="/auth/oidc" className={buttonStyle({ kind: setup.password ? 'plain' : 'primary' })}>
          Join with single sign-on
        </a>
      )}
    </Entrance>
  )
}

const Facts = ({ invitation: { email, role, expires_at } }: { invitation: Invitation }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg border bg-surface p-3 text-small">
    <dt className="text-ink-faint">E-mail</dt>
    <dd className="truncate">
      <bdi>{email}</bdi>
    </dd>
    <dt className="text-ink-faint">Role</dt>
    <dd>
      <span className="font-medium">{roleNames[role]}</span>: {roleDescriptions[role]}
    </dd>
    <dt className="text-ink-faint">Ends</dt>
    <dd>
      <Time at={expires_at} />
    </dd>
  </dl>
)
