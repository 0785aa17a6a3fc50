import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'

interface Props {
  readonly label: string
  /** Under what name this browser keeps the width. */
  readonly name: string
  readonly children: ReactNode
}

const [least, most, usual, stepWidth] = [320, 720, 520, 20]

/** Beside what it is about, never over it; as wide as its left edge is drawn. */
export function SidePanel({ label, name, children }: Props) {
  const key = `galley.width.${name}`
  const [width, setWidth] = useState(() => bounded(Number(localStorage.getItem(key)) || usual))
  const keep = (next: number) => {
    const fits = bounded(next)
    setWidth(fits)
    localStorage.setItem(key, String(fits))
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) keep(innerWidth - event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: stepWidth, ArrowRight: -stepWidth }[event.key]
    if (by === undefined) return
    event.preventDefault()
    keep(width + by)
  }
  return (
    <aside
      aria-label={label}
      className="relative flex max-w-[60vw] shrink-0 flex-col border-l bg-canvas"
      style={{ width }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: an hr is not for drawing at. */}
      <div
        role="separator"
        aria-label={`Width of ${label}`}
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-soft"
      />
      {children}
    </aside>
  )
}

const bounded = (width: number): number => Math.min(most, Math.max(least, Math.round(width)))
