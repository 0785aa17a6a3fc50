import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './form.tsx'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** A verb, such as "Revoke" or "Delete". */
  readonly verb: string
  /** The name that must be typed to confirm. */
  readonly name: string
  /** The consequence, such as the deleted entities. */
  readonly consequence: string
  readonly onConfirm: () => void
}

/** Confirms an action that cannot be undone. */
export function ConfirmByName({ open, onOpenChange, verb, name, consequence, onConfirm }: Props) {
  const [written, setWritten] = useState('')
  const isRight = written === name
  const confirm = () => {
    onOpenChange(false)
    setWritten('')
    onConfirm()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${verb} ${name}?`}
      description={consequence}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button kind="danger" disabled={!isRight} onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    >
      <TextField
        label={`Write “${name}” to continue`}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && isRight && confirm()}
        autoComplete="off"
      />
    </Dialog>
  )
}

interface ButtonProps
  extends Omit<Props, 'open' | 'onOpenChange'>,
    Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'aria-label'> {
  /** The content; absent: the verb. */
  readonly children?: ReactNode
}

/** A button whose action is confirmed by the name. */
export function ConfirmButton({ size, className, 'aria-label': label, children, ...asked }: ButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        kind="danger"
        size={size}
        className={className}
        aria-label={label}
        onClick={() => setAsking(true)}
      >
        {children ?? asked.verb}
      </Button>
      <ConfirmByName open={isAsking} onOpenChange={setAsking} {...asked} />
    </>
  )
}

/** As `ConfirmButton`, in the row of the entity that it names. */
export const RowConfirmButton = (props: Omit<ButtonProps, 'size'>) => (
  <ConfirmButton size="small" aria-label={`${props.verb} ${props.name}`} {...props} />
)
