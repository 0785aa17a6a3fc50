import { useMutation } from '@tanstack/react-query'
import { NameDialog } from '../dialogs/index.ts'

interface Props {
  readonly title: string
  readonly description?: string
  readonly name: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** The name of a saved playground. */
export function PlaygroundName({ onSave, ...dialog }: Props) {
  const save = useMutation({ mutationFn: onSave, onSuccess: dialog.onClose })
  return <NameDialog {...dialog} verb="Save" state={save} onName={save.mutate} />
}
