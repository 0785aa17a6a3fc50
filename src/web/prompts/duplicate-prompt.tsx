import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { TextField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { promptNameError } from './prompt-name-error.ts'

interface Props {
  readonly prompt: { readonly id: number; readonly name: string }
  readonly onClose: () => void
}

export function DuplicatePrompt({ prompt, onClose }: Props) {
  const navigate = useNavigate()
  const create = useFormChange(
    async (name: string) => {
      const { prompt_template, metadata } = await call('readRawTemplate', {
        params: { identifier: String(prompt.id) },
        query: { resolve_snippets: false },
      })
      return call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: name, folder_id: null },
          prompt_version: {
            prompt_template,
            metadata,
            commit_message: `Copy of ${prompt.name}`.slice(0, 72),
            base_version: 0,
          },
        },
      })
    },
    {
      keys: ['prompts'],
      done: ({ prompt_name }) => `${prompt_name} created`,
      onSuccess: ({ id }) => {
        onClose()
        void navigate({ to: '/prompts/$promptId', params: { promptId: String(id) } })
      },
    },
  )
  const nameError = promptNameError(create.error)
  return (
    <FormDialog
      title={`Duplicate ${prompt.name}`}
      verb="Create prompt"
      state={{ isPending: create.isPending, error: nameError ? null : create.error }}
      onSubmit={({ name = '' }) => create.mutate(name)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={`${prompt.name} copy`}
        autoFocus
        autoComplete="off"
        error={nameError}
      />
    </FormDialog>
  )
}
