import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call, errorElsewhere } from '../api/index.ts'
import { Button, Form, Problem, TextField } from '../design/index.ts'
import { useEnter } from './enter.ts'
import { Entrance } from './entrance.tsx'

export function SignIn() {
  const { back = '/' } = useSearch({ from: '/sign-in' })
  const enter = useEnter()
  const { data: ways } = useQuery({ queryKey: ['setup'], queryFn: () => call('readSetup') })
  const signIn = useMutation({
    mutationKey: ['entrance'],
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onSuccess: (session) => enter(session, back),
  })
  const problem = errorElsewhere(signIn.error, [])
  return (
    <Entrance title="Sign in to Galley">
      {problem && <Problem error={problem} className="m-0" />}
      {ways?.password !== false && (
        <Form
          label="Sign in"
          onSubmit={({ email = '', password = '' }) => signIn.mutate({ email, password })}
        >
          <TextField label="E-mail" name="email" type="email" autoComplete="username" autoFocus />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" />
          <Button kind="primary" type="submit" disabled={signIn.isPending}>
            Sign in
          </Button>
        </Form>
      )}
    </Entrance>
  )
}
