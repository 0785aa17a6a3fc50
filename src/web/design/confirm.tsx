import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './form.tsx'

export interface ConfirmProps {
  readonly onClose: () => void
  /** A verb, such as "Revoke" or "Delete". */
  readonly verb: string
  /** The name that must be typed to confirm. */
  readonly name: string
  /** The consequence, such as the deleted entities. */
  readonly consequence: string
  readonly onConfirm: () => void
}

/** Confirms an action that cannot be undone. */
export function ConfirmByName({ onClose, verb, name, consequence, onConfirm }: ConfirmProps) {
  const [typedName, setTypedName] = useState('')
  const isConfirmed = typedName === name
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      onClose={onClose}
      title={`${verb} ${name}?`}
      description={consequence}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={!isConfirmed} onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    >
      <TextField
        label={`Write “${name}” to continue`}
        value={typedName}
        onChange={(event) => setTypedName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && isConfirmed && confirm()}
        autoComplete="off"
      />
    </Dialog>
  )
}
