import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
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

interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** One of several that may be on together; the menu stays open. */
export const MenuCheckbox = ({ checked, onChange, children }: CheckboxProps) => (
  <Base.CheckboxItem
    checked={checked}
    onCheckedChange={(next) => onChange(next)}
    closeOnClick={false}
    className={itemLook}
  >
    <span className="grid size-3.5 place-items-center">
      <Base.CheckboxItemIndicator>
        <Check />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)
