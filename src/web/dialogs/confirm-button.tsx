import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, ConfirmByName, type ConfirmProps } from '../design/index.ts'

interface ButtonProps
  extends Omit<ConfirmProps, 'onClose'>,
    Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'className' | 'aria-label'> {
  /** The content; absent: the verb. */
  readonly children?: ReactNode
}

/** A button whose action the person confirms by typing the name. */
export function ConfirmButton({
  kind = 'danger',
  size,
  className,
  'aria-label': label,
  children,
  ...confirm
}: ButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button
        kind={kind}
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

/** As `ConfirmButton`, in the row of the entity that it names. It is red only below the pointer, because lists have many. */
export const RowConfirmButton = (props: Omit<ButtonProps, 'size' | 'kind'>) => (
  <ConfirmButton
    kind="quiet"
    size="small"
    className="hover:bg-bad-soft hover:text-bad"
    aria-label={`${props.verb} ${props.name}`}
    {...props}
  />
)
