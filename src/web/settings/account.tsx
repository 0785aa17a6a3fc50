import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf, roleNames, type Session, sessionQuery, useSession } from '../api/index.ts'
import { Avatar, Badge, Button, FormRow, Segmented, TextField, toast } from '../design/index.ts'
import { CheckedForm, useFormChange } from '../dialogs/index.ts'
import { chooseTheme, themeNames, useTheme } from '../shell/index.ts'
import { OpenSessions } from './open-sessions.tsx'
import { Rows, Section } from './section.tsx'

const themeChoices = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: themeNames[value],
}))

/** The signed-in person: name, appearance, workspaces, password and sessions. */
export function Account() {
  const session = useSession()
  const theme = useTheme()
  const { data: setup } = useQuery(queryOf(['setup'], 'readSetup'))
  return (
    <Section title="Account" about="Your profile, and how you sign in. Only you see this page.">
      {session?.person && <Profile person={session.person} />}
      <FormRow title="Theme" help="How this browser shows Galley. Other browsers keep their own choice.">
        <Segmented
          label="Theme"
          value={theme}
          choices={themeChoices}
          onChange={chooseTheme}
          className="self-start"
        />
      </FormRow>
      {session?.person && (
        <>
          <FormRow
            title="Workspaces"
            help="Where you are a member. The menu at the top left switches between them."
          >
            <Rows
              label="Your workspaces"
              heads={['Name', 'Role', '']}
              rows={session.workspaces}
              keyOf={({ id }) => id}
              empty=""
              cells={({ id, name, role }) => [
                <bdi key="name" className="font-medium">
                  {name}
                </bdi>,
                roleNames[role],
                id === session.workspace.id && (
                  <Badge key="here" tone="good">
                    You are here
                  </Badge>
                ),
              ]}
            />
          </FormRow>
          {setup?.password && <Password />}
          {setup?.password === false && (
            <FormRow title="Sign-in" help="This server has no passwords.">
              <p>You sign in with single sign-on.</p>
            </FormRow>
          )}
          <OpenSessions />
        </>
      )}
    </Section>
  )
}

function Profile({ person }: { readonly person: NonNullable<Session['person']> }) {
  const client = useQueryClient()
  const [name, setName] = useState(person.name)
  const rename = useFormChange((next: string) => call('updateProfile', { body: { name: next } }), {
    keys: ['members'],
    done: 'Name changed',
    onSuccess: (answer) => client.setQueryData(sessionQuery.queryKey, answer),
  })
  return (
    <FormRow title="Profile" help="Members of your workspaces see your name beside your work.">
      <div className="flex items-center gap-3">
        <Avatar name={person.name} className="size-10 text-body" />
        <div className="min-w-0">
          <p className="truncate font-medium">
            <bdi>{person.name}</bdi>
          </p>
          <p className="truncate text-small text-ink-soft">
            <bdi>{person.email}</bdi>
          </p>
        </div>
      </div>
      <CheckedForm error={rename.error} label="Change name" onSubmit={() => rename.mutate(name.trim())}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          type="submit"
          className="self-start"
          disabled={name.trim() === person.name}
          isBusy={rename.isPending}
        >
          Save name
        </Button>
      </CheckedForm>
    </FormRow>
  )
}

function Password() {
  const [formKey, setFormKey] = useState(0)
  const client = useQueryClient()
  const change = useMutation({
    mutationKey: ['entrance'],
    mutationFn: ({ password = '', new_password = '' }: Readonly<Record<string, string>>) =>
      call('changePassword', { body: { password, new_password } }),
    onSuccess: () => {
      toast('Password changed')
      setFormKey(formKey + 1)
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <FormRow title="Password" help="Your other sessions end when you change it.">
      <CheckedForm
        error={change.error}
        key={formKey}
        label="Change password"
        onSubmit={(values) => change.mutate(values)}
      >
        <TextField label="Current password" name="password" type="password" autoComplete="current-password" />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
        />
        <Button type="submit" className="self-start" isBusy={change.isPending}>
          Change password
        </Button>
      </CheckedForm>
    </FormRow>
  )
}
