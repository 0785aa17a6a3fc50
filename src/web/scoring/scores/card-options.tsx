import { useQuery } from '@tanstack/react-query'
import { type Config, numberProblem, valueAt } from '../../columns/forms.ts'
import { JsonValue, NumberField } from '../../columns/index.ts'
import { CheckList, NativeSelectField, percent, SelectField, TextField } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { type SheetParams, scoreHistoryQuery } from '../../sheets/queries.ts'
import type { Scorecard } from './criteria.ts'
import type { Draft } from './use-scoring.ts'

export type CardDraft = Omit<Draft, 'steps'>

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly card: CardDraft
  readonly onChange: (card: CardDraft) => void
}

const thresholds = [
  ['pass_threshold', 'The sheet passes from'],
  ['warn_threshold', 'It warns from'],
] as const

const failures = [
  { value: 'fail', label: 'The row fails' },
  { value: 'warn', label: 'The row warns' },
  { value: 'error', label: 'The row has an error' },
] as const

/** How the steps are combined. */
export function CardOptions({ params, columns, card, onChange }: Props) {
  const { aggregation } = card
  const changeAggregation = (next: Scorecard['aggregation']) => onChange({ ...card, aggregation: next })
  return (
    <section aria-label="The whole sheet" className="flex flex-col gap-3 border-t pt-3">
      <div className="grid grid-cols-2 gap-3">
        {thresholds.map(([path, label]) => (
          <NumberField
            key={path}
            field={{ kind: 'number', path, label, hint: 'From 0 to 1.' }}
            config={aggregation}
            columns={[]}
            problemAt={(path) => numberProblem(valueAt(aggregation, path), { minimum: 0, maximum: 1 })}
            onChange={(next: Config) => changeAggregation(next as Scorecard['aggregation'])}
          />
        ))}
      </div>
      <SelectField
        label="If a required step fails"
        value={aggregation.required_step_failure_behavior}
        choices={failures}
        onChange={(next) => changeAggregation({ ...aggregation, required_step_failure_behavior: next })}
      />
      <details>
        <summary className="cursor-default py-1 text-small font-medium text-ink-soft">
          More options of the card
        </summary>
        <div className="flex flex-col gap-3 pt-2">
          <TextField
            label="Name of the score card"
            autoComplete="off"
            value={card.name}
            onChange={({ target }) => onChange({ ...card, name: target.value })}
          />
          <Baseline params={params} card={card} onChange={onChange} />
          <CheckList
            legend="Columns under evaluation"
            className="flex flex-col gap-1"
            choices={columns.map(({ id, title }) => ({ id, name: title }))}
            chosen={new Set(card.evaluated)}
            hint="Shown to readers. Does not change the score."
            onChange={(chosen) => onChange({ ...card, evaluated: [...chosen] })}
          />
          <JsonValue
            label="Display config"
            value={card.display ?? undefined}
            error={undefined}
            onChange={(display) =>
              onChange({ ...card, display: (display as Scorecard['display_config']) ?? null })
            }
          />
        </div>
      </details>
    </section>
  )
}

/** The calculation that later calculations are compared with. */
function Baseline({ params, card, onChange }: Omit<Props, 'columns'>) {
  const { data } = useQuery(scoreHistoryQuery(params))
  const points = data?.score_history.points.filter(({ source }) => source === 'scorecard').toReversed() ?? []
  const pinned = card.baseline?.['calculation_id']
  const value = typeof pinned === 'string' ? pinned : ''
  return (
    <NativeSelectField
      label="Compare with"
      hint="Choose a fixed calculation to see the progress since then."
      value={value}
      onChange={({ target }) => {
        const { calculation_id: _before, ...rest } = card.baseline ?? {}
        const next = target.value === '' ? rest : { ...rest, calculation_id: target.value }
        onChange({ ...card, baseline: Object.keys(next).length > 0 ? next : null })
      }}
      options={points.map(({ calculation_id, score, calculated_at }) => [
        calculation_id,
        `${score === null ? 'No score' : percent(score)}, ${new Date(calculated_at).toLocaleString('en')}`,
      ])}
    >
      <option value="">The previous calculation</option>
      {value !== '' && !points.some(({ calculation_id }) => calculation_id === value) && (
        <option value={value}>{value}</option>
      )}
    </NativeSelectField>
  )
}
