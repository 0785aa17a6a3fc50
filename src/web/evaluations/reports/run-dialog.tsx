import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import {
  Button,
  counted,
  Dialog,
  Field,
  Form,
  NativeSelect,
  Problem,
  SwitchRow,
  TextField,
} from '../../design/index.ts'
import { datasetsQuery, type ReportAnswer, versionName } from '../queries.ts'

interface Props {
  readonly report: ReportAnswer['report']
  readonly onClose: () => void
}

export function RunDialog({ report, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const datasets = useQuery(datasetsQuery(undefined)).data?.datasets ?? []
  const [chosen, setChosen] = useState(String(report.dataset_id ?? ''))
  const [isRefreshing, setRefreshing] = useState(false)
  const dataset = datasets.find(({ id }) => String(id) === chosen)
  const start = useMutation({
    mutationFn: (name: string) =>
      call('runReport', {
        params: { report_id: report.id },
        body: { name, dataset_id: chosen === '' ? null : Number(chosen), refresh_dataset: isRefreshing },
      }),
    onSuccess: async ({ report_id }) => {
      onClose()
      await client.invalidateQueries({ queryKey: ['reports'] })
      await navigate({ to: '/evaluations/reports/$reportId', params: { reportId: String(report_id) } })
    },
  })
  const problem = errorElsewhere(start.error, ['name', 'dataset_id'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run ${report.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="run-report" isBusy={start.isPending}>
            Start
          </Button>
        </>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="run-report" onSubmit={({ name = '' }) => start.mutate(name.trim())}>
        <TextField
          label="Name of the run"
          name="name"
          defaultValue={report.name}
          autoFocus
          autoComplete="off"
          error={errorAt(start.error, 'name')}
        />
        <Field label="Dataset" error={errorAt(start.error, 'dataset_id')}>
          {(control) => (
            <NativeSelect
              {...control}
              value={chosen}
              onChange={({ target }) => {
                setChosen(target.value)
                setRefreshing(false)
              }}
            >
              {!dataset && <option value={chosen}>That of the pipeline</option>}
              {datasets
                .filter(({ version_number }) => version_number > 0)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.dataset_group.name} {versionName(one)} ({counted(one.row_count, 'row')})
                  </option>
                ))}
            </NativeSelect>
          )}
        </Field>
        {dataset?.filter_params && (
          <SwitchRow
            label="Ask its filter of requests again"
            checked={isRefreshing}
            onChange={setRefreshing}
          />
        )}
      </Form>
    </Dialog>
  )
}
