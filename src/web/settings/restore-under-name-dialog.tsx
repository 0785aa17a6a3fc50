import { useMutation } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import { NameDialog } from '../dialogs/index.ts'

interface Props {
  readonly prompt: { readonly id: number; readonly name: string }
  readonly onRestored: (prompt: { readonly id: number; readonly name: string }) => void
  readonly onClose: () => void
}

/** Restores a prompt whose name another prompt has now. */
export function RestoreUnderNameDialog({ prompt, onRestored, onClose }: Props) {
  const restore = useMutation({
    mutationFn: (name: string) => call('restorePrompt', { params: { prompt_id: prompt.id }, body: { name } }),
    onSuccess: (answer) => onRestored(answer.prompt),
  })
  return (
    <NameDialog
      title={`Another prompt is named ${prompt.name}`}
      description="Restore the deleted prompt under a new name. Applications that use the former name read the other prompt."
      verb="Restore"
      name={`${prompt.name} (restored)`}
      state={restore}
      onName={restore.mutate}
      onClose={onClose}
    />
  )
}
