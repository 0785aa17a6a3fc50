import { useMutation } from '@tanstack/react-query'
import { NameDialog } from '../dialogs/index.ts'

/** A deleted entity whose name is now used by another entity. */
export interface Renamed {
  readonly noun: string
  readonly name: string
  /** The verb for applications that use the entity with the name. */
  readonly use: 'read' | 'run'
  readonly restore: (name: string) => Promise<unknown>
}

/** Restores a deleted entity under a new name. `restore` shows a toast and refreshes the list. */
export function RestoreUnderNameDialog({
  renamed: { noun, name, use, restore },
  onClose,
}: {
  renamed: Renamed
  onClose: () => void
}) {
  const state = useMutation({ mutationFn: restore, onSuccess: onClose })
  return (
    <NameDialog
      title={`Another ${noun} is named ${name}`}
      description={`Restore the deleted ${noun} under a new name. Applications that use the old name ${use} the other ${noun}.`}
      verb="Restore"
      name={`${name} (restored)`}
      state={state}
      onName={state.mutate}
      onClose={onClose}
    />
  )
}
