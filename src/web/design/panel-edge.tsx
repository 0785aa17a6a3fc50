import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from './class-names.ts'

export interface Bounds {
  readonly min: number
  readonly max: number
  readonly initial: number
}

/** The size of a panel, stored in this browser under its name. */
export function usePanelSize(name: string, { min: least, max: most, initial: usual }: Bounds) {
  const key = `galley.width.${name}`
  const bounded = (size: number) => Math.min(most, Math.max(least, Math.round(size)))
  const [size, setSize] = useState(() => bounded(Number(localStorage.getItem(key)) || usual))
  const resize = (next: number) => {
    const boundedSize = bounded(next)
    setSize(boundedSize)
    localStorage.setItem(key, String(boundedSize))
  }
  return { size, resize, least, most }
}

interface Props {
  readonly label: string
  readonly side: 'left' | 'top'
  readonly panel: ReturnType<typeof usePanelSize>
}

const styles = {
  left: 'inset-y-0 -left-1 w-2 cursor-col-resize',
  top: 'inset-x-0 -top-1 h-2 cursor-row-resize',
} as const
const steps: Readonly<Record<Props['side'], Readonly<Record<string, number>>>> = {
  left: { ArrowLeft: 20, ArrowRight: -20 },
  top: { ArrowUp: 20, ArrowDown: -20 },
}

/** The draggable edge of a panel; also moved with the arrow keys. */
export function PanelEdge({ label, side, panel: { size, resize, least, most } }: Props) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { right, bottom } = event.currentTarget.parentElement!.getBoundingClientRect()
    resize(side === 'left' ? right - event.clientX : bottom - event.clientY)
  }
  const press = (event: KeyboardEvent) => {
    const by = steps[side][event.key]
    if (by === undefined) return
    event.preventDefault()
    resize(size + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: this separator is dragged and has a value, which an hr has not.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={side === 'left' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className={classNames('absolute z-10 touch-none hover:bg-accent-soft', styles[side])}
    />
  )
}
