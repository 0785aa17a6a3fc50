import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorAt, errorElsewhere, invalidate } from '../../api/index.ts'
import { PromptSelect } from '../../choosers/index.ts'
import { Button, Dialog, Field, Form, Problem, Select, TextField, toast } from '../../design/index.ts'
import { createTable } from './create-table.ts'
import { type Start, startNames, starts } from './starts.ts'

interface Props {
  readonly start: Start
  readonly folder: number | undefined
  readonly onClose: () => void
}

export function NewTable({ start: first, folder, onClose }: Props) {
  const navigate = useNavigate()
  const [start, setStart] = useState(first)
  const [prompt, setPrompt] = useState<string>()
  const create = useMutation({
    mutationFn: createTable,
    onSuccess: (tableId, { title }) => {
      void invalidate('tables')
      toast(`${title ?? 'Table'} created`)
      onClose()
      void navigate({
        to: '/tables/$tableId',
        params: { tableId },
        search: start === 'requests' || start === 'file' ? { import: start } : {},
      })
    },
  })
  const elsewhere = errorElsewhere(create.error, ['title'])
  const isLacking = start === 'prompt' && prompt === undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New table"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-table"
            disabled={isLacking}
            isBusy={create.isPending}
          >
            Create table
          </Button>
        </>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form
        id="new-table"
        onSubmit={({ title = '' }) =>
          create.mutate({ title: title.trim() || undefined, folder, start, prompt })
        }
      >
        <TextField
          label="Name"
          name="title"
          placeholder="Untitled Table"
          autoFocus
          autoComplete="off"
          error={errorAt(create.error, 'title')}
        />
        <Field label="Start" hint={starts[start].about}>
          {({ id }) => (
            <Select
              id={id}
              value={start}
              choices={startNames.map((value) => ({ value, label: starts[value].name }))}
              onChange={setStart}
              className="w-full"
            />
          )}
        </Field>
        {start === 'prompt' && (
          <Field label="Prompt">
            {(control) => <PromptSelect {...control} value={prompt ?? ''} onChange={setPrompt} />}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
