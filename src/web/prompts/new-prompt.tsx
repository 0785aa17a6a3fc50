import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, errorAt } from '../api/index.ts'
import { Button, Dialog, Field, Form, Problem, Select, TextField, toast } from '../design/index.ts'
import { blankChat, blankSnippet } from './blank.ts'

interface Props {
  readonly folder: number | null
  /** What the new one starts as, instead of blank. */
  readonly copyOf?: { readonly id: number; readonly name: string }
  readonly onClose: () => void
}

type Kind = 'chat' | 'completion'
const kinds = [
  { value: 'chat', label: 'Chat: messages for a model' },
  { value: 'completion', label: 'Snippet: text for other prompts' },
] as const

export function NewPrompt({ folder, copyOf, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [kind, setKind] = useState<Kind>('chat')
  const create = useMutation({
    mutationFn: async (name: string) => {
      const copied = copyOf && (await readForCopy(copyOf.id))
      return call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: name, folder_id: folder },
          prompt_version: {
            prompt_template: copied?.prompt_template ?? (kind === 'chat' ? blankChat : blankSnippet),
            metadata: copied?.metadata ?? null,
            commit_message: copyOf ? `Copy of ${copyOf.name}`.slice(0, 72) : null,
            base_version: 0,
          },
        },
      })
    },
    onSuccess: ({ id, prompt_name }) => {
      void client.invalidateQueries({ queryKey: ['prompts'] })
      toast(`${prompt_name} created`)
      onClose()
      void navigate({ to: '/prompts/$promptId', params: { promptId: String(id) } })
    },
  })
  const isTaken = create.error instanceof ApiError && create.error.status === 409
  const nameError = isTaken
    ? 'This name is already used by another prompt.'
    : errorAt(create.error, 'prompt_template.prompt_name')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={copyOf ? `Duplicate ${copyOf.name}` : 'New prompt'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="new-prompt" isBusy={create.isPending}>
            Create prompt
          </Button>
        </>
      }
    >
      {create.error && !nameError && <Problem error={create.error} className="m-0 mb-3" />}
      <Form id="new-prompt" onSubmit={({ name = '' }) => create.mutate(name)}>
        <TextField
          label="Name"
          name="name"
          defaultValue={copyOf && `${copyOf.name} copy`}
          autoFocus
          autoComplete="off"
          error={nameError}
        />
        {!copyOf && (
          <Field label="Kind">
            {({ id }) => (
              <Select id={id} value={kind} choices={kinds} onChange={setKind} className="w-full" />
            )}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}

const readForCopy = (id: number) =>
  call('readRawTemplate', { params: { identifier: String(id) }, query: { resolve_snippets: false } })
