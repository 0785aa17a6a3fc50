import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { call, errorAt, errorElsewhere } from '../api/index.ts'
import { Button, Form, Problem, TextField } from '../design/index.ts'
import { useEnter } from './enter.ts'
import { Entrance } from './entrance.tsx'

/** By the link of an invitation; its token is after the #. */
export function Join() {
  const token = useLocation({ select: ({ hash }) => hash })
  const enter = useEnter()
  const join = useMutation({
    mutationKey: ['entrance'],
    mutationFn: ({ name, password = '' }: Readonly<Record<string, string>>) =>
      call('acceptInvitation', { body: { token, password, ...(name && { name }) } }),
    onSuccess: (session) => enter(session, '/'),
  })
  const problem = errorElsewhere(join.error, ['name', 'password'])
  if (token === '')
    return <Entrance title="The link is not whole" description="Ask whoever invited you for it again." />
  return (
    <Entrance
      title="Join the workspace"
      description="Choose a name and a password. If you have an account already, its password is enough."
    >
      {problem && <Problem error={problem} className="m-0" />}
      <Form label="Join" onSubmit={(given) => join.mutate(given)}>
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          autoFocus
          error={errorAt(join.error, 'name')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
          error={errorAt(join.error, 'password')}
        />
        <Button kind="primary" type="submit" disabled={join.isPending}>
          Join
        </Button>
      </Form>
    </Entrance>
  )
}
