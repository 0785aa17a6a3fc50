import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Keys } from './keys.tsx'

const delayMilliseconds = 400

/** Names a button that has only an icon, with its shortcut. */
export const Tooltip = ({
  label,
  keys,
  children,
}: {
  label: string
  keys?: string
  children: ReactElement
}) => (
  <Base.Root>
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
