import type { Answer } from '../../api/index.ts'
import { percent } from '../../design/index.ts'

type Point = Answer<'readScoreHistory'>['score_history']['points'][number]

const [width, height, padding] = [360, 72, 6]

/** Past scores of the sheet, the latest at the right. */
export function Trend({ points }: { points: readonly Point[] }) {
  const scored = points.filter((point): point is Point & { score: number } => point.score !== null)
  if (scored.length < 2) return null
  const scores = scored.map(({ score }) => score)
  const [low, high] = [Math.min(...scores, 1), Math.max(...scores, 0)]
  const span = high - low || 1
  const x = (index: number) => padding + (index * (width - 2 * padding)) / (scored.length - 1)
  const y = (score: number) => height - padding - ((score - low) * (height - 2 * padding)) / span
  const last = scored.at(-1)!
  const path = scored.map(
    ({ score }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(score).toFixed(1)}`,
  )
  return (
    <section aria-label="Trend" className="flex flex-col gap-1">
      <h3 className="flex text-small font-semibold text-ink-soft">
        Trend
        <span className="ml-auto font-normal text-ink-faint tabular-nums">
          {percent(low)} to {percent(high)}
        </span>
      </h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full rounded-md border bg-surface"
        role="img"
        aria-label={`${scored.length} scores, from ${percent(scored[0]!.score)} to ${percent(last.score)}`}
      >
        <path d={path.join('')} fill="none" stroke="var(--color-accent)" strokeWidth={1.5} />
        {scored.map((point, index) => (
          <circle
            key={point.calculation_id}
            cx={x(index)}
            cy={y(point.score)}
            r={2.5}
            fill="var(--color-accent)"
          >
            <title>
              {percent(point.score)}
              {point.version_name ? `, ${point.version_name}` : ''}
            </title>
          </circle>
        ))}
      </svg>
    </section>
  )
}
