import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Keys } from './keys.tsx'
import { itemLook, popupLook } from './popup-look.ts'

/** A button with a list of things to do. */
export const Menu = ({ trigger, children }: { trigger: ReactElement; children: ReactNode }) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="end" className="z-50">
        <Base.Popup className={popupLook}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

interface ItemProps {
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly keys?: string
  readonly children: ReactNode
}

export const MenuItem = ({ onSelect, danger, disabled = false, keys, children }: ItemProps) => (
  <Base.Item onClick={onSelect} disabled={disabled} className={classNames(itemLook, danger && 'text-bad')}>
    {children}
    {keys && <Keys keys={keys} className="ml-auto" />}
  </Base.Item>
)

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />
