import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call } from '../../api/index.ts'
import { PromptSelect } from '../../choosers/index.ts'
import { classNames, Field, TextField, toast } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { FileChoice, ImportDialog } from '../../sheet-files/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { createTable } from './create-table.ts'
import { type Start, startNames, starts } from './starts.ts'

interface Props {
  readonly start: Start
  /** The name of the prompt that is chosen at first. */
  readonly prompt?: string
  readonly folder: number | undefined
  readonly onClose: () => void
}

const verbs: Readonly<Record<Start, string>> = {
  prompt: 'Create table',
  requests: 'Choose requests',
  file: 'Preview rows',
  blank: 'Create table',
}

/** The server refuses longer titles. */
const maxTitle = 255

export function NewTable({ start: first, prompt: firstPrompt, folder, onClose }: Props) {
  const navigate = useNavigate()
  const [start, setStart] = useState(first)
  const [prompt, setPrompt] = useState(firstPrompt)
  const [file, setFile] = useState<File>()
  const nameOfSource = {
    file: file?.name.replace(/\.[^.]*$/, ''),
    prompt,
    requests: undefined,
    blank: undefined,
  }
  const suggestedName = nameOfSource[start]?.slice(0, maxTitle)
  const isImport = start === 'requests' || start === 'file'
  const create = useFormChange(createTable, {
    keys: ['tables'],
    onSuccess: (table, { title }) => {
      if (isImport) return
      toast(`${title ?? 'Table'} created`)
      show(table)
    },
  })
  const withdraw = useChange(({ table_id }: SheetParams) => call('deleteTable', { params: { table_id } }), {
    keys: ['tables', 'deleted'],
    onSuccess: create.reset,
  })
  const show = ({ table_id: tableId }: SheetParams) => {
    onClose()
    void navigate({ to: '/tables/$tableId', params: { tableId } })
  }
  if (create.data && isImport)
    return (
      <Suspense>
        <ImportDialog
          params={create.data}
          columns={[]}
          initialTab={start}
          file={file}
          onClose={() => show(create.data)}
          // Otherwise an empty table would remain.
          onCancel={() => withdraw.mutate(create.data)}
        />
      </Suspense>
    )
  return (
    <FormDialog
      title="New table"
      verb={verbs[start]}
      isReady={start !== 'prompt' || prompt !== undefined}
      state={create}
      onSubmit={({ title = '' }) =>
        create.mutate({ title: title.trim() || suggestedName, folder, start, prompt })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="title"
        placeholder={suggestedName ?? 'Untitled Table'}
        autoFocus
        autoComplete="off"
      />
      <fieldset className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <legend className="pb-1.5 text-small font-medium text-ink-soft">Start</legend>
        {startNames.map((value) => {
          const { name, about, Icon } = starts[value]
          return (
            <button
              key={value}
              type="button"
              aria-pressed={value === start}
              onClick={() => setStart(value)}
              onDragOver={(event) => {
                if (value === 'file') event.preventDefault()
              }}
              onDrop={(event) => {
                event.preventDefault()
                setStart('file')
                setFile(event.dataTransfer.files[0])
              }}
              className={classNames(
                'flex items-start gap-2 rounded-lg border p-3 text-left hover:bg-sunken',
                value === start && 'border-accent bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" />
              <span className="flex flex-col gap-0.5">
                <span className="font-medium">{name}</span>
                <span className="text-small text-ink-soft">{about}</span>
              </span>
            </button>
          )
        })}
      </fieldset>
      {start === 'file' && <FileChoice file={file} onFile={setFile} />}
      {start === 'prompt' && (
        <Field label="Prompt">
          {(control) => <PromptSelect {...control} value={prompt ?? ''} onChange={setPrompt} />}
        </Field>
      )}
    </FormDialog>
  )
}
