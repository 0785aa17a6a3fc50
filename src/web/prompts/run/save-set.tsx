import { call } from '../../api/index.ts'
import { NameDialog, useFormChange } from '../../dialogs/index.ts'

interface Props {
  readonly variables: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

/** Saves the values as an input variable set, for later runs and other people. */
export function SaveSet({ variables, onClose }: Props) {
  const save = useFormChange(
    (name: string) => call('createInputVariableSet', { body: { name, variables } }),
    { keys: ['input-variable-sets'], done: (_answer, name) => `${name} saved`, onSuccess: onClose },
  )
  return (
    <NameDialog
      title="Save these values as a set"
      description="Sets belong to the workspace; every prompt can take values from them."
      verb="Save set"
      state={save}
      onName={save.mutate}
      onClose={onClose}
    />
  )
}
