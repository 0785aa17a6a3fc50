import type { ReactNode } from 'react'
import { PanelEdge, usePanelSize } from './panel-edge.tsx'

interface Props {
  readonly label: string
  /** Under what name this browser keeps the width. */
  readonly name: string
  readonly children: ReactNode
}

/** Beside what it is about, never over it; as wide as its left edge is drawn. */
export function SidePanel({ label, name, children }: Props) {
  const panel = usePanelSize(name, { least: 320, most: 720, usual: 520 })
  return (
    <aside
      aria-label={label}
      className="relative flex max-w-[60vw] shrink-0 flex-col border-l bg-canvas"
      style={{ width: panel.size }}
    >
      <PanelEdge label={`Width of ${label}`} side="left" panel={panel} />
      {children}
    </aside>
  )
}
