import { useMutation } from '@tanstack/react-query'
import type { Version } from '../../../engine/template/diff/index.ts'
import { call } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../../design/index.ts'
import { ModelMisfit } from '../editor/model/model-note.tsx'
import { promptNameError } from '../prompt-name-error.ts'
import { takePublished } from './queries.ts'

interface Props {
  readonly name: string
  readonly folder: number | null
  readonly version: Version
  readonly onClose: () => void
  readonly onSaved: (promptId: string) => void
}

export function SaveNewPrompt({ name, folder, version, onClose, onSaved }: Props) {
  const save = useMutation({
    mutationFn: ({ prompt, message }: { prompt: string; message: string }) =>
      call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: prompt, folder_id: folder },
          prompt_version: {
            prompt_template: version.template,
            metadata: version.metadata,
            commit_message: message || null,
            base_version: 0,
          },
        },
      }),
    onSuccess: async (published) => {
      await takePublished(published)
      toast(`${published.prompt_name} saved as v1`)
      onSaved(String(published.id))
    },
  })
  const nameError = promptNameError(save.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Save ${name} v1`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="save-new-prompt" isBusy={save.isPending}>
            Save version
          </Button>
        </>
      }
    >
      {save.error && !nameError && <Problem error={save.error} className="m-0 mb-3" />}
      {version.metadata?.model && <ModelMisfit model={version.metadata.model} />}
      <Form
        id="save-new-prompt"
        onSubmit={({ prompt = '', message = '' }) => save.mutate({ prompt: prompt.trim(), message })}
      >
        <TextField label="Name" name="prompt" defaultValue={name} autoComplete="off" error={nameError} />
        <TextField
          label="What changed"
          name="message"
          placeholder="First version"
          maxLength={72}
          autoFocus
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}
