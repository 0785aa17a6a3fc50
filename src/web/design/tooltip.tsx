import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactElement } from 'react'
import { IconButton } from './button.tsx'
import { Keys } from './keys.tsx'

const delayMilliseconds = 400

/** Escape that closes a tooltip reaches the dialog around it too, which would stay open otherwise. */
const passOn = (_: boolean, details: Base.Root.ChangeEventDetails) => details.allowPropagation()

/** Names a button that has only an icon, with its shortcut. */
export const Tooltip = ({
  label,
  keys,
  children,
}: {
  label: string
  keys?: string | undefined
  children: ReactElement
}) => (
  <Base.Root onOpenChange={passOn}>
    <Base.Trigger render={children} delay={delayMilliseconds} />
    <Base.Portal>
      <Base.Positioner sideOffset={6} className="z-50">
        <Base.Popup className="flex items-center gap-1.5 rounded-md bg-ink px-2 py-1 text-small text-canvas">
          {label}
          {keys && <Keys keys={keys} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

interface TipProps extends Omit<ComponentProps<typeof IconButton>, 'label'> {
  readonly tip: string
  /** The name for screen readers, if it says more than the tip. */
  readonly label?: string
  readonly keys?: string
}

/** An `IconButton` whose name is shown below the pointer. */
export const TipButton = ({ tip, label = tip, keys, ...props }: TipProps) => (
  <Tooltip label={tip} keys={keys}>
    <IconButton label={label} {...props} />
  </Tooltip>
)
