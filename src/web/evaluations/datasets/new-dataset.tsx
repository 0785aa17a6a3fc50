import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../../design/index.ts'

export function NewDataset({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (name: string) => call('createDatasetGroup', { body: { name } }),
    onSuccess: async ({ dataset_group: group }) => {
      onClose()
      toast(`${group.name} created`)
      await client.invalidateQueries({ queryKey: ['datasets'] })
      await navigate({ to: '/evaluations/datasets/$groupId', params: { groupId: String(group.id) } })
    },
  })
  const problem = errorElsewhere(create.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New dataset"
      description="It starts with an empty draft."
      actions={
        <Button kind="primary" type="submit" form="new-dataset" isBusy={create.isPending}>
          Create dataset
        </Button>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="new-dataset" onSubmit={({ name = '' }) => create.mutate(name.trim())}>
        <TextField
          label="Name"
          name="name"
          autoFocus
          autoComplete="off"
          error={errorAt(create.error, 'name')}
        />
      </Form>
    </Dialog>
  )
}
