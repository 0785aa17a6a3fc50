import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import {
  Button,
  counted,
  Dialog,
  Field,
  Form,
  NativeSelect,
  Problem,
  TextField,
  toast,
} from '../../design/index.ts'
import { datasetsQuery, versionName } from '../queries.ts'

const fields = ['name', 'dataset_group_id', 'dataset_version_number']

/** A pipeline over a version of a dataset; its columns come after. */
export function NewReport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery(datasetsQuery(undefined))
  const versions = data?.datasets.filter(({ version_number }) => version_number > 0)
  const create = useMutation({
    mutationFn: ({ name, dataset }: { name: string; dataset: string }) => {
      const chosen = versions?.find(({ id }) => String(id) === dataset)
      return call('createReport', {
        body: {
          name: name || null,
          dataset_group_id: chosen?.dataset_group_id ?? 0,
          dataset_version_number: chosen?.version_number ?? null,
        },
      })
    },
    onSuccess: async ({ report_id }) => {
      onClose()
      toast('Report created')
      await client.invalidateQueries({ queryKey: ['reports'] })
      await navigate({ to: '/evaluations/reports/$reportId', params: { reportId: String(report_id) } })
    },
  })
  const problem = errorElsewhere(create.error, fields)
  const isEmpty = versions?.length === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New report"
      description="It computes columns for the rows of a dataset."
      actions={
        <Button
          kind="primary"
          type="submit"
          form="new-report"
          disabled={!versions || isEmpty}
          isBusy={create.isPending}
        >
          Create report
        </Button>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      {isEmpty ? (
        <p className="text-ink-soft">
          There is no published dataset to run it over.{' '}
          <Link
            to="/evaluations"
            search={{ show: 'datasets' }}
            className="text-accent-ink underline"
            onClick={onClose}
          >
            Make one first.
          </Link>
        </p>
      ) : (
        <Form
          id="new-report"
          onSubmit={({ name = '', dataset = '' }) => create.mutate({ name: name.trim(), dataset })}
        >
          <TextField
            label="Name"
            name="name"
            autoFocus
            autoComplete="off"
            error={errorAt(create.error, 'name')}
          />
          <Field
            label="Dataset"
            error={
              errorAt(create.error, 'dataset_group_id') ?? errorAt(create.error, 'dataset_version_number')
            }
          >
            {(control) => (
              <NativeSelect {...control} name="dataset">
                {versions?.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.dataset_group.name} {versionName(one)} ({counted(one.row_count, 'row')})
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </Form>
      )}
    </Dialog>
  )
}
