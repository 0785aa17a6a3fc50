import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { type Bounds, PanelEdge, usePanelSize } from './panel-edge.tsx'

interface Props {
  readonly label: string
  /** Under what name this browser keeps the width. */
  readonly name: string
  readonly bounds?: Bounds
  readonly children: ReactNode
}

const wide: Bounds = { least: 320, most: 720, usual: 520 }

/** Beside what it is about, as wide as its left edge is drawn; over it where there is room for one alone. */
export function SidePanel({ label, name, bounds = wide, children }: Props) {
  const panel = usePanelSize(name, bounds)
  const place = useRef<HTMLElement>(null)
  useFocusReturn(place)
  // What is moved through with the arrows keeps the focus; a button has done what it is for.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('button, a') && !place.current?.contains(document.activeElement))
      place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={place}
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
