import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call, listenToTabs, queryOf, type Session } from '../api/index.ts'
import { Button, buttonStyle, Form, Problem, TextField } from '../design/index.ts'
import { useEnter } from './enter.ts'
import { Entrance } from './entrance.tsx'

/** Why single sign-on failed, by the code that the server puts into the address. */
const problems: Readonly<Record<string, string>> = {
  expired: 'The sign-in took too long. Start again.',
  'not-invited': 'There is no account with this address. Ask a colleague for an invitation.',
  unverified:
    'The identity provider does not say that your e-mail address is verified. Verify it there, or ask its admin.',
  'other-person':
    'The account with this address belongs to another identity of the provider. Ask the operator of this server.',
  closed: 'Your account is closed. Ask an admin of this server to open it again.',
  'no-workspace': 'You are not a member of a workspace. Ask an admin for an invitation.',
  'provider-away':
    'The identity provider does not answer. Try again in a minute, or ask the operator of this server.',
  misconfigured:
    'The identity provider refuses this server. An admin finds the reason in Settings, General, with the button Test.',
  declined: 'The identity provider refused, or you cancelled. Start again, or ask the admin of the provider.',
  failed: 'The identity provider did not sign you in. Try again, or ask the operator of this server.',
}

export function SignIn() {
  const { back = '/', problem: code } = useSearch({ from: '/sign-in' })
  const enter = useEnter()
  const enterLatest = useRef((_session: Session) => {})
  enterLatest.current = (session) => enter(session, back)
  const { data: setup } = useQuery(queryOf(['setup'], 'readSetup'))
  const signIn = useMutation({
    mutationKey: ['entrance'],
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onSuccess: (session) => enter(session, back),
  })
  // If the person signs in in another tab, this tab continues too.
  useEffect(
    () =>
      listenToTabs((message) => {
        if (message !== 'moved') return
        // If the session cannot be read, this tab stays at the sign-in page.
        call('readSession').then(enterLatest.current, () => undefined)
      }),
    [],
  )
  const singleSignOnError = code !== undefined && problems[code] ? new Error(problems[code]) : null
  const problem = signIn.error ?? singleSignOnError
  return (
    <Entrance title="Sign in to Galley">
      {problem && <Problem error={problem} className="m-0" />}
      {setup?.password !== false && (
        <Form
          label="Sign in"
          onSubmit={({ email = '', password = '' }) => signIn.mutate({ email, password })}
        >
          <TextField label="E-mail" name="email" type="email" autoComplete="username" autoFocus />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" />
          <Button kind="primary" type="submit" isBusy={signIn.isPending}>
            Sign in
          </Button>
          <p className="m-0 text-small text-ink-faint">
            Forgot your password? The operator of this server can give you a new one.
          </p>
        </Form>
      )}
      {setup?.single_sign_on && (
        <a
          href={`/auth/oidc?back=${encodeURIComponent(back)}`}
          className={buttonStyle({ kind: setup.password ? 'plain' : 'primary' })}
        >
          Sign in with single sign-on
        </a>
      )}
    </Entrance>
  )
}
