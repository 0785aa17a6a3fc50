import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Props {
  readonly label: ReactNode
  readonly value: ReactNode
  /** The change from the previous period in words, such as "12% more than yesterday". */
  readonly change?: string | undefined
  /** Whether the change is good; undefined if it is neutral. */
  readonly isGood?: boolean | undefined
  /** One value for each bucket, oldest first; drawn without axes. Null: no value, which is not drawn. */
  readonly trail?: readonly (number | null)[]
  readonly className?: string
}

/** One key figure with its change. */
export const Figure = ({ label, value, change, isGood, trail, className }: Props) => (
  <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
    <span className="truncate text-small font-medium text-ink-soft max-sm:whitespace-normal">{label}</span>
    <span className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
      <span className="text-figure font-semibold tracking-tight whitespace-nowrap tabular-nums">{value}</span>
      {trail && <Sparkline values={trail} />}
    </span>
    {change !== undefined && (
      <span
        className={classNames(
          'line-clamp-2 text-small text-ink-faint',
          isGood === true && 'text-good',
          isGood === false && 'text-bad',
        )}
      >
        {change}
      </span>
    )}
  </div>
)

interface SmallProps {
  readonly label: string
  readonly value: string
  readonly change?: string | undefined
  readonly isGood?: boolean | undefined
}

/** One of several key figures, in a list of definitions. */
export const SmallFigure = ({ label, value, change, isGood }: SmallProps) => (
  <div className="min-w-0">
    <dt className="truncate text-tiny text-ink-faint">{label}</dt>
    <dd className="truncate text-title font-semibold tabular-nums">{value}</dd>
    {change !== undefined && (
      <dd
        className={classNames(
          'truncate text-small text-ink-faint tabular-nums',
          isGood === true && 'text-good',
          isGood === false && 'text-bad',
        )}
      >
        {change}
      </dd>
    )}
  </div>
)

const width = 96
const height = 28

interface SparklineProps {
  readonly values: readonly (number | null)[]
  readonly className?: string
}

/** A sparkline; the numbers are beside it. */
export function Sparkline({ values, className }: SparklineProps) {
  const max = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: index * step, y: height - 1 - (value / max) * (height - 2) }],
  )
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      className={classNames('h-7 w-24 min-w-0 text-accent-ink', className)}
    >
      <polygon
        points={`${points[0]?.x ?? 0},${height} ${line} ${points.at(-1)?.x ?? 0},${height}`}
        fill="currentColor"
        opacity={0.14}
      />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
