import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, ConfirmByName, type ConfirmProps } from '../design/index.ts'

interface ButtonProps
  extends Omit<ConfirmProps, 'onClose'>,
    Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'aria-label'> {
  /** The content; absent: the verb. */
  readonly children?: ReactNode
}

/** A button whose action the person confirms by typing the name. */
export function ConfirmButton({ size, className, 'aria-label': label, children, ...confirm }: ButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button
        kind="danger"
        size={size}
        className={className}
        aria-label={label}
        onClick={() => setConfirming(true)}
      >
        {children ?? confirm.verb}
      </Button>
      {isConfirming && <ConfirmByName onClose={() => setConfirming(false)} {...confirm} />}
    </>
  )
}

/** As `ConfirmButton`, in the row of the entity that it names. */
export const RowConfirmButton = (props: Omit<ButtonProps, 'size'>) => (
  <ConfirmButton size="small" aria-label={`${props.verb} ${props.name}`} {...props} />
)
