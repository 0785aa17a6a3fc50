import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, Dialog, TextField } from '../../design/index.ts'
import { useFormChange } from '../../dialogs/index.ts'

interface Props {
  readonly variables: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

/** Saves the values as an input variable set, for later runs and other people. */
export function SaveSet({ variables, onClose }: Props) {
  const [name, setName] = useState('')
  const save = useFormChange(
    () => call('createInputVariableSet', { body: { name: name.trim(), variables } }),
    { keys: ['input-variable-sets'], done: () => `${name.trim()} saved`, onSuccess: onClose },
  )
  const isReady = name.trim() !== '' && !save.isPending
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save these values as a set"
      description="Sets belong to the workspace; every prompt can take values from them."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!isReady} onClick={() => save.mutate()}>
            Save set
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        placeholder="a customer in Berlin"
        autoFocus
        value={name}
        error={save.error?.message}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && isReady && save.mutate()}
      />
    </Dialog>
  )
}
