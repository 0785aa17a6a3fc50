import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useSession } from '../api/index.ts'
import { Button, FormRow, Segmented, TextField, toast } from '../design/index.ts'
import { CheckedForm } from '../dialogs/index.ts'
import { chooseTheme, themeNames, useTheme } from '../shell/index.ts'
import { Section } from './section.tsx'

const themeChoices = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: themeNames[value],
}))

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
  return (
    <Section title="You" about={session?.person?.email ?? 'An API key'}>
      <FormRow title="Theme" help="How this browser shows Galley.">
        <Segmented
          label="Theme"
          value={theme}
          choices={themeChoices}
          onChange={chooseTheme}
          className="self-start"
        />
      </FormRow>
      <FormRow title="Password" help="Your other sessions end when you change it.">
        <CheckedForm
          error={change.error}
          key={generation}
          label="Change password"
          className="max-w-72"
          onSubmit={(values) => change.mutate(values)}
        >
          <TextField
            label="Current password"
            name="password"
            type="password"
            autoComplete="current-password"
          />
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
    </Section>
  )
}
