import { useNavigate } from '@tanstack/react-router'
import { call, invalidate } from '../../api/index.ts'
import { NameDialog, useFormChange } from '../../dialogs/index.ts'

export function NewDataset({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useFormChange((name: string) => call('createDatasetGroup', { body: { name } }), {
    done: ({ dataset_group: group }) => `${group.name} created`,
    onSuccess: async ({ dataset_group: group }) => {
      onClose()
      await invalidate('datasets')
      await navigate({ to: '/evaluations/datasets/$groupId', params: { groupId: String(group.id) } })
    },
  })
  return (
    <NameDialog
      title="New dataset"
      description="It starts with an empty draft."
      verb="Create dataset"
      state={create}
      onName={create.mutate}
      onClose={onClose}
    />
  )
}
