import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorAt, errorElsewhere, useSession } from '../api/index.ts'
import { Button, Field, Form, Problem, Select, TextField, toast } from '../design/index.ts'
import { chooseTheme, themes, useTheme } from '../shell/index.ts'
import { Section } from './section.tsx'

const themeNames = { system: 'As the system has it', light: 'Light', dark: 'Dark' }

export function Account() {
  const session = useSession()
  const theme = useTheme()
  const [generation, setGeneration] = useState(0)
  const change = useMutation({
    mutationKey: ['entrance'],
    mutationFn: ({ password = '', new_password = '' }: Readonly<Record<string, string>>) =>
      call('changePassword', { body: { password, new_password } }),
    onSuccess: () => {
      toast('Password changed')
      setGeneration(generation + 1)
    },
  })
  const problem = errorElsewhere(change.error, ['password', 'new_password'])
  return (
    <Section title="You" about={session?.person?.email ?? 'An API key'}>
      <div className="rounded-lg border bg-surface p-4">
        <Field label="Theme">
          {({ id }) => (
            <Select
              id={id}
              value={theme}
              choices={themes.map((value) => ({ value, label: themeNames[value] }))}
              onChange={chooseTheme}
              className="w-56"
            />
          )}
        </Field>
      </div>
      <div className="rounded-lg border bg-surface p-4">
        <h3 className="font-medium">Password</h3>
        <p className="mb-3 text-small text-ink-soft">All your other sessions end when you change it.</p>
        {problem && <Problem error={problem} className="m-0 mb-3" />}
        <Form
          key={generation}
          label="Change password"
          className="max-w-72"
          onSubmit={(values) => change.mutate(values)}
        >
          <TextField
            label="Password now"
            name="password"
            type="password"
            autoComplete="current-password"
            error={errorAt(change.error, 'password')}
          />
          <TextField
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters."
            error={errorAt(change.error, 'new_password')}
          />
          <Button type="submit" className="self-start" isBusy={change.isPending}>
            Change password
          </Button>
        </Form>
      </div>
    </Section>
  )
}
