import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { classNames } from '../../design/index.ts'
import type { DrawnWay } from './drawing.ts'

type Props = EdgeProps<Extract<DrawnWay, { type?: 'way' }>>

/** A way with a condition is dashed, and says it. */
export function WayLine({ data, selected, markerEnd, ...ends }: Props) {
  const [path, x, y] = getBezierPath(ends)
  const isConditional = data?.way.condition !== undefined
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd && { markerEnd })}
        className={classNames(isConditional && '[stroke-dasharray:5_4]', data?.isSkipped && 'opacity-40')}
      />
      {isConditional && (
        <EdgeLabelRenderer>
          <div
            className={classNames(
              'nodrag nopan pointer-events-none absolute max-w-44 truncate rounded-md border bg-surface px-1.5 text-tiny text-ink-soft',
              selected && 'border-accent text-accent-ink',
              data.problem !== undefined && 'border-bad text-bad',
            )}
            title={data.problem ?? data.words}
            // Where the line is, is known to the drawing alone.
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            if {data.words || '…'}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
