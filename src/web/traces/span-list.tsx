// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names the active row.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { CriticalPart } from '../../engine/traces/shape/critical-path.ts'
import { secondsText } from '../requests/index.ts'
import { figureStyle, rowHeight, SpanRow } from './span-row.tsx'
import type { SpanNode } from './span-tree.ts'
import { timeMarks } from './time-marks.ts'

interface Props {
  readonly rows: readonly SpanNode[]
  readonly extent: { readonly start: number; readonly end: number }
  readonly closed: ReadonlySet<string>
  readonly chosen: string | undefined
  readonly matches: ReadonlySet<string>
  /** Parts of the critical path by span id; undefined if the path is not shown. */
  readonly critical: ReadonlyMap<string, readonly CriticalPart[]> | undefined
  /** True if a span is a model call, so that there are columns for tokens and costs. */
  readonly hasFigures: boolean
  readonly onToggle: (spanId: string) => void
  readonly onChoose: (spanId: string) => void
}

const noParts: readonly CriticalPart[] = []
/** The greatest position of a mark, as a share of the width. Text of a later mark would not fit. */
const maxMarkPosition = 0.92

/** The tree and the timeline of a trace. Only the rows in view are rendered. */
export function SpanList(props: Props) {
  const { rows, extent, closed, chosen, matches, critical, hasFigures, onToggle, onChoose } = props
  const length = Math.max(extent.end - extent.start, 0.001)
  const marks = timeMarks(length).filter((time) => time / length < maxMarkPosition)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 15,
  })
  const chosenIndex = rows.findIndex(({ span }) => span.span_id === chosen)
  useEffect(() => {
    if (chosenIndex >= 0) virtual.scrollToIndex(chosenIndex, { align: 'auto' })
  }, [chosenIndex, virtual])
  const press = (event: KeyboardEvent) => {
    const act = actionOf(event.key, { rows, at: chosenIndex, closed, onToggle, onChoose })
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      role="treegrid"
      aria-label="Spans"
      aria-rowcount={rows.length}
      aria-activedescendant={chosenIndex >= 0 ? `span-${chosen}` : undefined}
      tabIndex={0}
      onKeyDown={press}
      className="@container flex min-h-0 min-w-0 flex-1 flex-col focus-visible:-outline-offset-2"
    >
      <div
        role="row"
        className="flex h-8 shrink-0 items-center border-b bg-surface text-small text-ink-faint"
      >
        <span role="columnheader" className="w-[40%] shrink-0 pl-4 @max-[28rem]:flex-1">
          Span
        </span>
        <span
          role="columnheader"
          className="@container relative h-full min-w-0 flex-1 border-l @max-[28rem]:hidden"
          aria-label="When"
        >
          {marks.map((time) => (
            <span
              key={time}
              aria-hidden
              className="absolute top-1.5 border-l pl-1 whitespace-nowrap tabular-nums @max-[16rem]:even:hidden @max-[8rem]:not-first:hidden"
              style={{ left: `${(time / length) * 100}%` }}
            >
              {secondsText(time / 1000)}
            </span>
          ))}
        </span>
        {hasFigures && (
          <>
            <span role="columnheader" className={figureStyle}>
              Tokens
            </span>
            <span role="columnheader" className={figureStyle}>
              Cost
            </span>
          </>
        )}
        <span role="columnheader" className="w-24 shrink-0 pr-4 text-right">
          Duration
        </span>
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-x-hidden overflow-y-scroll">
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const node = rows[index]!
            const id = node.span.span_id
            return (
              <SpanRow
                key={id}
                node={node}
                index={index}
                top={start}
                extent={extent}
                isOpen={!closed.has(id)}
                isChosen={id === chosen}
                isMatch={matches.has(id)}
                critical={critical && (critical.get(id) ?? noParts)}
                figures={hasFigures}
                onToggle={() => onToggle(id)}
                onChoose={() => onChoose(id)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface KeyContext extends Pick<Props, 'rows' | 'closed' | 'onToggle' | 'onChoose'> {
  readonly at: number
}

/**
 * The action of a key in the ARIA tree pattern: up and down move, right opens or enters, left closes or
 * leaves.
 */
function actionOf(key: string, { rows, at, closed, onToggle, onChoose }: KeyContext): (() => void) | null {
  const go = (index: number) => {
    const row = rows[index]
    return row ? () => onChoose(row.span.span_id) : null
  }
  const node = rows[at]
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return go(at + 1)
    case 'ArrowUp':
    case 'k':
      return go(Math.max(0, at - 1))
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (!node || node.below === 0) return null
      return closed.has(node.span.span_id) ? () => onToggle(node.span.span_id) : go(at + 1)
    case 'ArrowLeft':
      if (!node) return null
      if (node.below > 0 && !closed.has(node.span.span_id)) return () => onToggle(node.span.span_id)
      return go(rows.findLastIndex(({ depth }, index) => index < at && depth < node.depth))
    default:
      return null
  }
}
