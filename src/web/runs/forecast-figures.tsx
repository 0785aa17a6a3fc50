import type { Figure } from './figures.ts'

/** The figures of a forecast, each with its range. */
export const ForecastFigures = ({ figures }: { figures: readonly (readonly [string, Figure | null])[] }) => (
  <dl className="grid grid-cols-3 gap-3">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt className="text-tiny text-ink-faint">{name}</dt>
        <dd className="font-medium tabular-nums">{value ? value.likely : 'Unknown'}</dd>
        {value?.range && <dd className="text-tiny text-ink-faint tabular-nums">{value.range}</dd>}
      </div>
    ))}
  </dl>
)
