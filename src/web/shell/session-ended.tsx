import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  addressOfCall,
  call,
  listenToTabs,
  notifyTabs,
  queryOf,
  resumeWaitingCalls,
  type Session,
} from '../api/index.ts'
import { Button, buttonStyle, Dialog, Form, Problem, TextField } from '../design/index.ts'

/** Lets the person sign in again without leaving the page. */
export function SessionEnded({ session }: { session: Session }) {
  const client = useQueryClient()
  const { data: setup } = useQuery(queryOf(['setup'], 'readSetup'))
  /** Continues with this page, which only the same person in the same workspace can do. */
  const continueWithSession = async (next: Session) => {
    if (next.person?.id !== session.person?.id) return location.assign('/')
    if (next.workspace.id !== session.workspace.id)
      await call('switchWorkspace', { body: { workspace_id: session.workspace.id } })
    resumeWaitingCalls()
    notifyTabs('moved')
    await client.invalidateQueries()
  }
  const signIn = useMutation({
    mutationKey: ['entrance'],
    mutationFn: async ({ password = '' }: Readonly<Record<string, string>>) =>
      continueWithSession(await call('signIn', { body: { email: session.person?.email ?? '', password } })),
  })
  const checkSession = useRef(() => {})
  // After a failure the dialog stays, and the next focus of the tab checks again.
  checkSession.current = () =>
    void readSignedIn()
      .then((next) => next && continueWithSession(next))
      .catch(() => undefined)
  useEffect(() => {
    const check = () => checkSession.current()
    const stopListening = listenToTabs(check)
    addEventListener('focus', check)
    return () => {
      stopListening()
      removeEventListener('focus', check)
    }
  }, [])
  return (
    <Dialog
      title="Your session has ended"
      description="Sign in again to continue. Your input here is kept, and saved once you are back."
      actions={
        <>
          <Button onClick={() => location.assign('/sign-in')}>Leave</Button>
          {setup?.password !== false && (
            <Button kind="primary" type="submit" form="sign-in-again" isBusy={signIn.isPending}>
              Sign in
            </Button>
          )}
        </>
      }
    >
      {signIn.error && <Problem error={signIn.error} className="m-0 mb-3" />}
      {setup?.password !== false && (
        <Form id="sign-in-again" label="Sign in again" onSubmit={(values) => signIn.mutate(values)}>
          <TextField
            label="E-mail"
            name="email"
            autoComplete="username"
            readOnly
            value={session.person?.email ?? ''}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
          />
        </Form>
      )}
      {setup?.single_sign_on && (
        // The sign-in opens in a new tab, because leaving would lose this page. The new tab notifies it.
        <a
          href="/auth/oidc"
          target="_blank"
          rel="noreferrer"
          className={`mt-3 ${buttonStyle({ kind: 'plain' })}`}
        >
          Sign in with single sign-on
        </a>
      )}
    </Dialog>
  )
}

/**
 * The session of a person who signed in elsewhere in this browser, if any. The call does not wait for the
 * ended session.
 */
async function readSignedIn(): Promise<Session | null> {
  const response = await fetch(addressOfCall('readSession', {}))
  return response.ok ? ((await response.json()) as Session) : null
}
