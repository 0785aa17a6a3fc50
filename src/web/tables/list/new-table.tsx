import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { PromptSelect } from '../../choosers/index.ts'
import { classNames, Field, TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
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
  const create = useFormChange(createTable, {
    keys: ['tables'],
    done: (_answer, { title }) => `${title ?? 'Table'} created`,
    onSuccess: (table) => start !== 'requests' && start !== 'file' && show(table),
  })
  const show = ({ table_id: tableId }: SheetParams) => {
    onClose()
    void navigate({ to: '/tables/$tableId', params: { tableId } })
  }
  if (create.data && (start === 'requests' || start === 'file'))
    return (
      <Suspense>
        <ImportDialog
          params={create.data}
          columns={[]}
          initialTab={start}
          file={file}
          onClose={() => show(create.data)}
        />
      </Suspense>
    )
  return (
    <FormDialog
      title="New table"
      verb="Create table"
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
