import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { classNames } from '../../design/index.ts'
import type { DrawnLink } from './drawing.ts'
import type { Point } from './layout.ts'

type LinkProps = EdgeProps<Extract<DrawnLink, { type?: 'link' }>>
type InputProps = EdgeProps<Extract<DrawnLink, { type?: 'input' }>>

const pointsOf = ({ data, sourceX, sourceY, targetX, targetY }: LinkProps | InputProps) => [
  { x: sourceX, y: sourceY },
  ...(data?.bends ?? []),
  { x: targetX, y: targetY },
]

export const InputLine = (props: InputProps) => (
  <BaseEdge path={pathThrough(pointsOf(props))} className="opacity-60" />
)

/** An edge. With a condition it is dashed, and the condition stands above the target. */
export function LinkLine(props: LinkProps) {
  const { data, selected, markerEnd } = props
  const points = pointsOf(props)
  const [before, end] = [points.at(-2)!, points.at(-1)!]
  const isConditional = data?.link.condition !== undefined
  return (
    <>
      <BaseEdge
        path={pathThrough(points)}
        {...(markerEnd && { markerEnd })}
        className={classNames(isConditional && '[stroke-dasharray:5_4]', data?.isSkipped && 'opacity-40')}
      />
      {isConditional && (
        <EdgeLabelRenderer>
          <div
            className={classNames(
              'nodrag nopan pointer-events-none absolute max-w-48 truncate rounded-md border bg-surface px-1.5 text-tiny text-ink-soft',
              selected && 'border-accent text-accent-ink',
              data.problem !== undefined && 'border-bad text-bad',
            )}
            title={data.problem ?? data.words}
            // Only the drawing has the position of the edge.
            style={{
              transform: `translate(-50%, -50%) translate(${(before.x + end.x) / 2}px, ${(before.y + end.y) / 2}px)`,
            }}
          >
            if {data.words || '…'}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

/**
 * A smooth line from top to bottom through points, vertical in each point; between points with equal x it is
 * straight.
 */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  let before = first!
  const parts = rest.map((point) => {
    const half = (before.y + point.y) / 2
    const part = `C ${before.x} ${half} ${point.x} ${half} ${point.x} ${point.y}`
    before = point
    return part
  })
  return [`M ${first!.x} ${first!.y}`, ...parts].join(' ')
}
