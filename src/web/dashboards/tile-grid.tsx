import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Tile } from '../../contract/index.ts'
import { classNames } from '../design/index.ts'
import { GripVertical, MoveDiagonal2 } from '../icons/index.ts'
import { arrangeTiles, bottomOf, columns } from './grid.ts'

interface Props {
  readonly tiles: readonly Tile[]
  readonly isEditing: boolean
  readonly onArrange: (tiles: Tile[]) => void
  readonly show: (tile: Tile, height: number) => ReactNode
}

/** Pixels of a row with its gap, and of a gap. */
const rowHeight = 84
const gap = 12
/** Width in pixels below which each tile has a row of its own. */
const oneColumnWidth = 720

/** Tiles on a grid of 12 columns. People move and resize them by drag or with the arrow keys. */
export function TileGrid({ tiles, isEditing, onArrange, show }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [draft, setDraft] = useState<Tile[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, announce] = useState('')
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(host.current!)
    return () => observer.disconnect()
  }, [])
  const isOneColumn = width < oneColumnWidth
  const visibleTiles = draft ?? tiles
  const columnWidth = (width + gap) / columns

  const drag = (tile: Tile, kind: 'move' | 'resize') => (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0) return
    down.preventDefault()
    const top = () => host.current!.getBoundingClientRect().top
    const topAtDown = top()
    const dragging = new AbortController()
    let latest: Tile[] | null = null
    const end = (isDropped: boolean) => {
      dragging.abort()
      setDraft(null)
      setDragged(null)
      if (isDropped && latest) onArrange(latest)
    }
    // The window listens: React moves the tile in the document while it is dragged, which would end a pointer capture.
    const listen = <Type extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
      type: Type,
      run: (event: WindowEventMap[Type]) => void,
    ) => window.addEventListener(type, run, { signal: dragging.signal, capture: true })
    listen('pointermove', (event) => {
      scrollAtEdge(host.current!, event.clientY)
      const right = Math.round((event.clientX - down.clientX) / columnWidth)
      const below = Math.round((event.clientY - down.clientY + topAtDown - top()) / rowHeight)
      if (latest === null && right === 0 && below === 0) return
      latest = arrangeTiles(tiles, movedOrResized(tile, kind, right, below))
      setDragged(tile.id)
      setDraft(latest)
    })
    listen('pointerup', () => end(true))
    listen('pointercancel', () => end(false))
    listen('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end(false)
    })
  }

  const press = (tile: Tile, kind: 'move' | 'resize') => (event: KeyboardEvent) => {
    const [right, below] = arrows[event.key] ?? [0, 0]
    if (right === 0 && below === 0) return
    event.preventDefault()
    const next = arrangeTiles(tiles, movedOrResized(tile, kind, right, below))
    const { x, y, width, height } = next.find(({ id }) => id === tile.id)!
    announce(`Column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high`)
    onArrange(next)
  }

  return (
    <div
      ref={host}
      className={classNames('relative', isOneColumn && 'flex flex-col gap-3')}
      style={isOneColumn ? undefined : { height: Math.max(0, bottomOf(visibleTiles) * rowHeight - gap) }}
    >
      {width > 0 &&
        visibleTiles
          .toSorted((a, b) => a.y - b.y || a.x - b.x)
          .map((tile) => {
            const height = tile.height * rowHeight - gap
            return (
              <section
                key={tile.id}
                aria-label={tile.title}
                data-tile={tile.id}
                className={classNames(
                  'overflow-hidden rounded-lg border bg-surface',
                  !isOneColumn && 'absolute',
                  isEditing && 'border-line-strong',
                  isEditing && !isOneColumn && '[&_header]:cursor-grab [&_header]:select-none',
                  tile.id === dragged && 'z-20 cursor-grabbing border-accent shadow-floating',
                )}
                onPointerDown={
                  isEditing && !isOneColumn
                    ? (event) => isOnHeader(event.target) && drag(tile, 'move')(event)
                    : undefined
                }
                style={
                  isOneColumn
                    ? { height }
                    : {
                        left: tile.x * columnWidth,
                        top: tile.y * rowHeight,
                        width: tile.width * columnWidth - gap,
                        height,
                      }
                }
              >
                {show(tile, height)}
                {isEditing && !isOneColumn && (
                  <>
                    <Handle
                      label={`Move ${tile.title}`}
                      className="top-2 left-0 h-6 cursor-grab"
                      onPointerDown={drag(tile, 'move')}
                      onKeyDown={press(tile, 'move')}
                    >
                      <GripVertical className="size-3.5" />
                    </Handle>
                    <Handle
                      label={`Resize ${tile.title}`}
                      className="right-0 bottom-0 h-4 cursor-nwse-resize"
                      onPointerDown={drag(tile, 'resize')}
                      onKeyDown={press(tile, 'resize')}
                    >
                      <MoveDiagonal2 className="size-3" />
                    </Handle>
                  </>
                )}
              </section>
            )
          })}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Pixels from the edge of the visible part within which a drag scrolls, and by how many at a time. */
const scrollEdge = 40
const scrollStep = 24

function scrollAtEdge(element: HTMLElement, pointerY: number) {
  let parent = element.parentElement
  while (parent && parent.scrollHeight <= parent.clientHeight) parent = parent.parentElement
  if (!parent) return
  const { top, bottom } = parent.getBoundingClientRect()
  if (pointerY > Math.min(bottom, window.innerHeight) - scrollEdge) parent.scrollBy(0, scrollStep)
  else if (pointerY < Math.max(top, 0) + scrollEdge) parent.scrollBy(0, -scrollStep)
}

/** True if the target is in the header of a tile, and in none of its buttons. */
const isOnHeader = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('header') !== null && target.closest('button, a') === null

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const movedOrResized = (tile: Tile, kind: 'move' | 'resize', right: number, below: number): Tile =>
  kind === 'move'
    ? { ...tile, x: tile.x + right, y: tile.y + below }
    : { ...tile, width: tile.width + right, height: tile.height + below }

interface HandleProps {
  readonly label: string
  readonly className: string
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

const Handle = ({ label, className, children, ...handlers }: HandleProps) => (
  <button
    type="button"
    aria-label={`${label} with the arrow keys`}
    title={`${label}: drag, or use the arrow keys`}
    className={classNames(
      'absolute z-10 grid w-4 touch-none place-items-center text-ink-faint hover:text-ink focus-visible:-outline-offset-2',
      className,
    )}
    {...handlers}
  >
    {children}
  </button>
)
