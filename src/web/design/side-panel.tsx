import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { type Bounds, PanelEdge, usePanelSize } from './panel-edge.tsx'

interface Props {
  readonly label: string
  /** The name under which this browser stores the width. */
  readonly name: string
  readonly bounds?: Bounds
  readonly children: ReactNode
}

const wide: Bounds = { min: 320, max: 720, initial: 520 }

/** A panel beside the content, resizable at its left edge; on small screens it covers the content. */
export function SidePanel({ label, name, bounds = wide, children }: Props) {
  const panel = usePanelSize(name, bounds)
  const element = useRef<HTMLElement>(null)
  useFocusReturn(element)
  // The panel takes the focus from the button that opened it, but not from a list that is navigated with the
  // arrow keys.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('button, a') && !element.current?.contains(document.activeElement))
      element.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={element}
      tabIndex={-1}
      data-panel
      aria-label={label}
      className="relative flex max-w-[60vw] shrink-0 outline-none flex-col border-l bg-canvas max-sm:absolute max-sm:inset-0 max-sm:z-30 max-sm:w-auto! max-sm:max-w-none"
      style={{ width: panel.size }}
    >
      <PanelEdge label={`Width of ${label}`} side="left" panel={panel} />
      {children}
    </aside>
  )
}
