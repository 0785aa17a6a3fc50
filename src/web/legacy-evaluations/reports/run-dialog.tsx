import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, errorAt, invalidate } from '../../api/index.ts'
import { type DatasetChoice, DatasetSelect } from '../../choosers/index.ts'
import { Field, SwitchRow, TextField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import type { ReportAnswer } from '../queries.ts'
import { RunForecast } from './run-forecast.tsx'

interface Props {
  readonly report: ReportAnswer['report']
  readonly onClose: () => void
}

export function RunDialog({ report, onClose }: Props) {
  const navigate = useNavigate()
  const pipelineDataset: DatasetChoice = {
    value: String(report.dataset_id ?? ''),
    label: 'Dataset of the pipeline',
  }
  const [chosen, setChosen] = useState(pipelineDataset)
  const [isRefreshing, setRefreshing] = useState(false)
  const start = useMutation({
    mutationFn: (name: string) =>
      call('runReport', {
        params: { report_id: report.id },
        body: {
          name,
          dataset_id: chosen.value === '' ? null : Number(chosen.value),
          refresh_dataset: isRefreshing,
        },
      }),
    onSuccess: async ({ report_id }) => {
      onClose()
      await invalidate('reports')
      await navigate({ to: '/evaluations/reports/$reportId', params: { reportId: String(report_id) } })
    },
  })
  return (
    <FormDialog
      title={`Run ${report.name}`}
      verb="Start"
      state={start}
      fields={['dataset_id']}
      onSubmit={({ name = '' }) => start.mutate(name.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name of the run"
        name="name"
        defaultValue={report.name}
        autoFocus
        autoComplete="off"
      />
      <Field label="Dataset" error={errorAt(start.error, 'dataset_id')}>
        {(control) => (
          <DatasetSelect
            {...control}
            chosen={chosen}
            value={chosen.value}
            placeholder={pipelineDataset.label}
            onChange={(_value, choice) => {
              setChosen(choice)
              setRefreshing(false)
            }}
          />
        )}
      </Field>
      {chosen.dataset?.filter_params && (
        <SwitchRow
          label="Search again for requests that match its filter"
          checked={isRefreshing}
          onChange={setRefreshing}
        />
      )}
      <RunForecast report={report.id} dataset={chosen.value === '' ? null : Number(chosen.value)} />
    </FormDialog>
  )
}
