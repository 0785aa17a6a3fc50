import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { TextAreaField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import { lastRunQuery, runQuery, workflowKey } from '../queries.ts'
import { inputsFrom, textsOf } from './inputs-from.ts'

interface Props {
  readonly id: number
  readonly version: number
  readonly inputs: Readonly<Record<string, string>>
  /** True if there are unsaved changes, which the run leaves out. */
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** Starts a run. The form begins with the values of the newest run. */
export function RunDialog({ id, version, inputs, isChanged, onClose }: Props) {
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const names = Object.keys(inputs)
  const [typed, setTexts] = useState<Readonly<Record<string, string>>>({})
  const lastRun = useQuery(lastRunQuery(id)).data?.runs[0]?.id
  const last = useQuery({ ...runQuery(lastRun ?? 0), enabled: lastRun !== undefined }).data
  const texts = { ...(last && textsOf(last.input_variables)), ...typed }
  const { values, problems } = inputsFrom(inputs, texts)
  const start = useFormChange(
    () =>
      call('runWorkflow', {
        params: { workflow_name: String(id) },
        body: { workflow_version_number: version, input_variables: values },
      }),
    {
      keys: [[...workflowKey(id), 'runs']],
      onSuccess: async ({ workflow_version_execution_id: run }) => {
        onClose()
        await navigate({ search: { version, run } })
      },
    },
  )
  const isReady = Object.keys(problems).length === 0 && !start.isPending
  return (
    <FormDialog
      title={`Run v${version}`}
      {...(names.length === 0 && { description: 'It has no input variables.' })}
      verb="Run"
      isReady={isReady}
      state={start}
      onSubmit={() => isReady && start.mutate()}
      onClose={onClose}
    >
      {isChanged && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          Your unsaved changes are not in v{version}; save them first to run them.
        </p>
      )}
      {names.map((name, index) => (
        <TextAreaField
          key={name}
          label={name}
          hint={inputs[name]}
          error={problems[name]}
          rows={2}
          autoFocus={index === 0}
          value={texts[name] ?? ''}
          onChange={({ target }) => setTexts({ ...typed, [name]: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) start.mutate()
          }}
        />
      ))}
    </FormDialog>
  )
}
