import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, errorAt, invalidate } from '../../api/index.ts'
import { type DatasetChoice, DatasetSelect } from '../../choosers/index.ts'
import { Field, TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'

const fields = ['dataset_group_id', 'dataset_version_number']

/** Creates a pipeline over a version of a dataset; its columns are added later. */
export function NewReport({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<DatasetChoice>()
  const create = useFormChange(
    (name: string) =>
      call('createReport', {
        body: {
          name: name || null,
          dataset_group_id: choice?.dataset?.dataset_group_id ?? 0,
          dataset_version_number: choice?.dataset?.version_number ?? null,
        },
      }),
    {
      done: 'Report created',
      onSuccess: async ({ report_id }) => {
        onClose()
        await invalidate('reports')
        await navigate({ to: '/evaluations/reports/$reportId', params: { reportId: String(report_id) } })
      },
    },
  )
  return (
    <FormDialog
      title="New report"
      description="It computes columns for the rows of a dataset."
      verb="Create report"
      isReady={choice !== undefined}
      state={create}
      fields={fields}
      onSubmit={({ name = '' }) => create.mutate(name.trim())}
      onClose={onClose}
    >
      <TextField label="Name" name="name" autoFocus autoComplete="off" />
      <Field
        label="Dataset"
        hint={
          <>
            Only published versions can be chosen.{' '}
            <Link
              to="/evaluations"
              search={{ show: 'datasets' }}
              className="text-accent-ink underline"
              onClick={onClose}
            >
              Datasets
            </Link>
          </>
        }
        error={errorAt(create.error, 'dataset_group_id') ?? errorAt(create.error, 'dataset_version_number')}
      >
        {(control) => (
          <DatasetSelect
            {...control}
            chosen={choice}
            value={choice?.value ?? ''}
            onChange={(_value, next) => setChoice(next)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
