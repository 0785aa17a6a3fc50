import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Check, Ellipsis } from '../icons/index.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Keys } from './keys.tsx'
import { itemStyle, popupStyle } from './popup-style.ts'

interface MenuProps {
  readonly trigger: ReactElement
  /** Which edges of button and list are aligned; `start` for a button at the left. */
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A button with a list of actions. */
export const Menu = ({ trigger, align = 'end', children }: MenuProps) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className="z-50">
        <Base.Popup className={popupStyle}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

/** The actions of a row or panel, behind three dots. */
export const MoreMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu
    trigger={
      <IconButton label={label}>
        <Ellipsis />
      </IconButton>
    }
  >
    {children}
  </Menu>
)

interface ItemProps {
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly keys?: string
  readonly children: ReactNode
}

export const MenuItem = ({ onSelect, danger, disabled = false, keys, children }: ItemProps) => (
  <Base.Item onClick={onSelect} disabled={disabled} className={classNames(itemStyle, danger && 'text-bad')}>
    {children}
    {keys && <Keys keys={keys} className="ml-auto" />}
  </Base.Item>
)

/** A group of items under a heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="px-2 pt-1.5 pb-0.5 text-tiny text-ink-faint">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />

interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** A checkbox item; the menu stays open. */
export const MenuCheckbox = ({ checked, onChange, children }: CheckboxProps) => (
  <Base.CheckboxItem
    checked={checked}
    onCheckedChange={(next) => onChange(next)}
    closeOnClick={false}
    className={itemStyle}
  >
    <span className="grid size-3.5 place-items-center">
      <Base.CheckboxItemIndicator>
        <Check />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)

interface Choice<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: Readonly<Record<V, string>>
  readonly onChange: (value: V) => void
}

/** A group of radio items with a heading. */
export const MenuChoice = <V extends string>({ label, value, options, onChange }: Choice<V>) => (
  <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
    <p aria-hidden className="px-2 pt-1 pb-0.5 text-tiny text-ink-faint">
      {label}
    </p>
    {Object.entries<string>(options).map(([option, name]) => (
      <Base.RadioItem key={option} value={option} closeOnClick className={itemStyle}>
        <span className="grid size-3.5 place-items-center">
          <Base.RadioItemIndicator>
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </span>
        {name}
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
)
