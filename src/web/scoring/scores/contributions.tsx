import { FigureTable, percent } from '../../design/index.ts'
import { type Calculation, criterionOf, type Step } from './criteria.ts'

interface Props {
  readonly steps: readonly Step[]
  readonly calculation: Calculation
}

/** The share of each step in the score, and its weight. */
export function Contributions({ steps, calculation }: Props) {
  const scoredSteps = steps.map((step) => {
    const score = criterionOf(calculation, step.id)?.score ?? null
    return { step, score, weight: score === null ? 0 : step.weight }
  })
  const totalWeight = scoredSteps.reduce((sum, { weight }) => sum + weight, 0)
  if (steps.length < 2 || totalWeight === 0) return null
  return (
    <div className="shrink-0 overflow-x-auto rounded-lg border bg-surface">
      <FigureTable
        label="How the steps add up"
        className="text-small"
        heads={['Step', 'Weight', 'Share', 'Score', 'Adds']}
        rows={scoredSteps}
        keyOf={({ step }) => step.id}
        nameOf={({ step }) => step.title}
        figuresOf={({ step, score, weight }) => [
          step.weight.toLocaleString('en'),
          percent(weight / totalWeight),
          score === null ? '–' : percent(score),
          score === null ? '–' : percent((score * weight) / totalWeight),
        ]}
      />
    </div>
  )
}
