import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, invalidate } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import { NameDialog } from '../../dialogs/index.ts'

export function NewDataset({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (name: string) => call('createDatasetGroup', { body: { name } }),
    onSuccess: async ({ dataset_group: group }) => {
      onClose()
      toast(`${group.name} created`)
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
