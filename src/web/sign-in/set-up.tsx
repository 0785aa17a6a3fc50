import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { call, queryOf } from '../api/index.ts'
import { Button, Problem, TextField } from '../design/index.ts'
import { CheckedForm } from '../dialogs/index.ts'
import { useEnter } from './enter.ts'
import { Entrance } from './entrance.tsx'

/** Makes the first account. The code is in the fragment of the printed address, which no server logs. */
export function SetUp() {
  const code = useLocation({ select: ({ hash }) => hash })
  const enter = useEnter()
  const { data: setup, error, refetch } = useQuery(queryOf(['setup'], 'readSetup'))
  const setUp = useMutation({
    mutationKey: ['entrance'],
    mutationFn: (fields: Readonly<Record<string, string>>) =>
      call('setUp', {
        body: {
          code,
          name: fields['name'] ?? '',
          email: fields['email'] ?? '',
          password: fields['password'] ?? '',
          workspace_name: fields['workspace_name'] || undefined,
        },
      }),
    onSuccess: (session) => enter(session, '/'),
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (setup && !setup.needs_first_person)
    return (
      <Entrance
        title="Galley is set up"
        description="The first account exists. Ask its owner for an invitation."
      >
        <a href="/sign-in" className="text-accent-ink underline">
          Sign in
        </a>
      </Entrance>
    )
  if (code === '')
    return (
      <Entrance
        title="Open the address the server printed"
        description="It ends with a code that proves you run this server. Start the server again for a new one."
      />
    )
  return (
    <Entrance title="Welcome to Galley" description="Create the first account: the admin of this server.">
      <CheckedForm
        error={setUp.error}
        label="Create the first account"
        onSubmit={(fields) => setUp.mutate(fields)}
      >
        <TextField label="Your name" name="name" autoComplete="name" autoFocus />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. A few random words make a good password."
        />
        <TextField label="Workspace" name="workspace_name" placeholder="For example the name of your team" />
        <Button kind="primary" type="submit" isBusy={setUp.isPending}>
          Create account
        </Button>
      </CheckedForm>
    </Entrance>
  )
}
