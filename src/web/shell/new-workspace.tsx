import { useMutation } from '@tanstack/react-query'
import { call, type Session } from '../api/index.ts'
import { NameDialog } from '../dialogs/index.ts'

interface Props {
  readonly onMade: (session: Session) => void
  readonly onClose: () => void
}

export function NewWorkspace({ onMade, onClose }: Props) {
  const creating = useMutation({
    mutationFn: (name: string) => call('createOwnWorkspace', { body: { name } }),
    onSuccess: onMade,
  })
  return (
    <NameDialog
      title="New workspace"
      description="You become its admin. It shares nothing with your other workspaces."
      verb="Create workspace"
      state={creating}
      onName={creating.mutate}
      onClose={onClose}
    />
  )
}
