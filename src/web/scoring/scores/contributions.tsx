import { percent } from '../../design/index.ts'
import { type Calculation, criterionOf, type Step } from './criteria.ts'

interface Props {
  readonly steps: readonly Step[]
  readonly calculation: Calculation
}

/** The share of each step in the score, and its weight. */
export function Contributions({ steps, calculation }: Props) {
  const counted = steps.map((step) => {
    const score = criterionOf(calculation, step.id)?.score ?? null
    return { step, score, weight: score === null ? 0 : step.weight }
  })
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0)
  if (steps.length < 2 || whole === 0) return null
  return (
    <div className="shrink-0 overflow-x-auto rounded-lg border bg-surface">
      <table aria-label="How the steps add up" className="w-full text-left text-small">
        <thead className="border-b bg-sunken">
          <tr className="[&>th]:px-2 [&>th]:py-1 [&>th]:font-medium">
            <th>Step</th>
            <th className="text-right">Weight</th>
            <th className="text-right">Share</th>
            <th className="text-right">Score</th>
            <th className="text-right">Brings</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(({ step, score, weight }) => (
            <tr
              key={step.id}
              className="border-b tabular-nums last:border-0 [&>td]:px-2 [&>td]:py-1 [&>td]:text-right"
            >
              <th scope="row" className="max-w-40 truncate px-2 max-sm:max-w-20 py-1 font-normal">
                {step.title}
              </th>
              <td>{step.weight.toLocaleString('en')}</td>
              <td>{percent(weight / whole)}</td>
              <td>{score === null ? '–' : percent(score)}</td>
              <td className="font-medium">{score === null ? '–' : percent((score * weight) / whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
