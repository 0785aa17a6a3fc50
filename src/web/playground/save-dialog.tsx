import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate } from '../api/index.ts'
import { Button, Dialog, Field, Input, toast } from '../design/index.ts'
import { draftOf, type Variant } from './variant.ts'

interface Props {
  readonly variant: Variant
  readonly onClose: () => void
  readonly onSaved: (prompt: string) => void
}

/** Saves a variant as the next version of a prompt, or as the first version of a new one. */
export function SaveDialog({ variant, onClose, onSaved }: Props) {
  const [name, setName] = useState(variant.prompt ?? '')
  const [message, setMessage] = useState('')
  const save = useMutation({
    mutationFn: () =>
      call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: name.trim() },
          prompt_version: { ...draftOf(variant), commit_message: message || null },
        },
      }),
    onSuccess: () => {
      void invalidate('prompts')
      toast(`${name.trim()} saved`)
      onSaved(name.trim())
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save as version"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={name.trim() === ''}
            isBusy={save.isPending}
            onClick={() => save.mutate()}
          >
            Save version
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Prompt" hint="A name that exists gets its next version." error={save.error?.message}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="What changed">
          {(control) => (
            <Input {...control} value={message} onChange={(event) => setMessage(event.target.value)} />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
