import type { ReactNode } from 'react'
import { X } from '../icons/index.ts'
import { IconButton } from './button.tsx'
import { SidePanel } from './side-panel.tsx'

interface Props {
  readonly label: string
  readonly title: ReactNode
  readonly badges?: ReactNode
  readonly actions?: ReactNode
  /** True for a wider panel that shows whole rows. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

const bounds = { min: 320, initial: 400, max: 520 }

/** A panel with a heading. All such panels share one stored width. */
export const HeadedPanel = ({ label, title, badges, actions, isWide, onClose, children }: Props) => (
  <SidePanel label={label} {...(isWide ? { name: 'wide-panel' } : { name: 'table-panel', bounds })}>
    <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
      <h2 className="truncate font-semibold">{title}</h2>
      {badges}
      <div className="ml-auto flex items-center gap-1">
        {actions}
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </div>
    </header>
    {children}
  </SidePanel>
)
