import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { popupStyle } from './popup-style.ts'

/** A menu of actions for the element under the pointer, opened by the right button or the menu key. */
export const ContextMenu = ({ trigger, children }: { trigger: ReactElement; children: ReactNode }) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className="z-50">
        <Base.Popup className={popupStyle}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
