import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { Button } from '../../design/index.ts'

interface Props {
  readonly label: string
  readonly title: ReactNode
  readonly badges?: ReactNode
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

const key = 'galley.table-panel'
const [least, usual, most] = [320, 400, 520]
const step = 20

/** Beside the grid, never over it; its left edge is dragged, or moved with the arrow keys. */
export function SidePanel({ label, title, badges, actions, onClose, children }: Props) {
  const [width, setWidth] = useState(() => within(Number(localStorage.getItem(key)) || usual))
  const resize = (next: number) => {
    setWidth(within(next))
    localStorage.setItem(key, String(within(next)))
  }
  return (
    <aside
      aria-label={label}
      className="relative flex shrink-0 flex-col border-l bg-canvas"
      // The width is the person's own.
      style={{ width }}
    >
      <Edge width={width} onResize={resize} />
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="truncate font-semibold">{title}</h2>
        {badges}
        <div className="ml-auto flex items-center gap-1">
          {actions}
          <Button kind="quiet" size="small-icon" aria-label="Close" onClick={onClose}>
            <X />
          </Button>
        </div>
      </header>
      {children}
    </aside>
  )
}

const within = (width: number) => Math.max(least, Math.min(most, Math.round(width)))

function Edge({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onResize(event.currentTarget.parentElement!.getBoundingClientRect().right - event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? step : event.key === 'ArrowRight' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    onResize(width + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between two parts that can be moved is a separator, which no element is.
    <div
      role="separator"
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className="absolute top-0 bottom-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-soft focus-visible:bg-accent-soft"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}
