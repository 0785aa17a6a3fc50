import { call } from '../../api/index.ts'
import { TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import type { Draft } from '../connection-in.ts'
import { ProviderMismatch } from '../editor/model/model-note.tsx'
import { promptNameError } from '../prompt-name-error.ts'
import { cachePublished } from './queries.ts'

interface Props {
  /** Empty if the prompt has no name yet. */
  readonly name: string
  readonly folder: number | null
  readonly version: Draft
  readonly onClose: () => void
  readonly onSaved: (promptId: string) => void
}

export function SaveNewPrompt({ name, folder, version, onClose, onSaved }: Props) {
  const save = useFormChange(
    ({ prompt, message }: { prompt: string; message: string }) =>
      call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: prompt, folder_id: folder },
          prompt_version: {
            prompt_template: version.template,
            metadata: version.metadata,
            commit_message: message || null,
            base_version: 0,
            ...version.connection,
          },
        },
      }),
    {
      done: (published) => `${published.prompt_name} saved as v1`,
      onSuccess: async (published) => {
        await cachePublished(published, version.connection ?? {})
        onSaved(String(published.id))
      },
    },
  )
  const nameError = promptNameError(save.error)
  return (
    <FormDialog
      title={name ? `Save ${name} v1` : 'Save the prompt'}
      verb="Save version"
      state={{ isPending: save.isPending, error: nameError ? null : save.error }}
      onSubmit={({ prompt = '', message = '' }) => save.mutate({ prompt: prompt.trim(), message })}
      onClose={onClose}
    >
      {version.metadata?.model && <ProviderMismatch model={version.metadata.model} />}
      <TextField
        label="Name"
        name="prompt"
        defaultValue={name}
        placeholder="support-reply"
        hint={!name && 'Applications read the prompt by this name.'}
        autoFocus={!name}
        autoComplete="off"
        error={nameError}
      />
      <TextField
        label="What changed"
        name="message"
        placeholder="First version"
        maxLength={72}
        autoFocus={name !== ''}
        autoComplete="off"
      />
    </FormDialog>
  )
}
