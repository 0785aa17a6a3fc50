import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, Menu, MenuItem, Problem, SkeletonRows } from '../../design/index.ts'
import { NumberField } from '../column/fields/number-field.tsx'
import type { Column } from '../grid/column.ts'
import type { SheetParams } from '../sheet/queries.ts'
import type { Scorecard, Step } from './criteria.ts'
import { statisticsQuery } from './queries.ts'
import { draftOf, newStep, type SentStep, stepKinds } from './step-draft.ts'
import { StepForm } from './step-form.tsx'
import { suggestedSteps } from './suggestions.ts'
import type { Scoring } from './use-scoring.ts'

interface Props {
  readonly params: SheetParams
  readonly scorecard: Scorecard | null
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  readonly scoring: Scoring
}

const usual: Scorecard['aggregation'] = {
  method: 'weighted_mean',
  required_step_failure_behavior: 'fail',
  pass_threshold: 0.8,
  warn_threshold: 0.6,
}

/** What counts, how much, and what passes. */
export function Setup({ params, scorecard, columns, mayChange, scoring }: Props) {
  const { data } = useQuery({ ...statisticsQuery(params), enabled: !scorecard?.steps.length })
  const [steps, setSteps] = useState<readonly SentStep[]>(() => scorecard?.steps.map(draftOf) ?? [])
  const [aggregation, setAggregation] = useState(scorecard?.aggregation ?? usual)
  const suggested = data ? suggestedSteps(columns, data.columns) : []
  const save = () => scoring.save({ name: scorecard?.name ?? 'Score card', steps, aggregation })
  const put = (at: number, step: SentStep | null) =>
    setSteps((before) => (step ? before.with(at, step) : before.toSpliced(at, 1)))
  if (!mayChange && steps.length === 0)
    return <p className="p-4 text-ink-soft">Nobody has said yet how this sheet is scored.</p>
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      {steps.length > 0 && mayChange && (
        <div className="flex shrink-0 gap-2 border-b bg-surface px-4 py-2">
          <Button kind="primary" disabled={scoring.isBusy} onClick={save}>
            Save and calculate
          </Button>
          {scorecard && (
            <Button kind="danger" className="ml-auto" onClick={scoring.remove}>
              Delete score card
            </Button>
          )}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        {scoring.saveError && <Problem error={scoring.saveError} className="m-0" />}
        {steps.length === 0 && (
          <Suggestions isLoading={!data} steps={suggested} onTake={() => setSteps(suggested)} />
        )}
        {steps.map((step, at) => (
          <StepForm
            // biome-ignore lint/suspicious/noArrayIndexKey: new steps have no other name.
            key={`${step.id ?? 'new'} ${at}`}
            step={step}
            columns={columns}
            isOpen={step.title === ''}
            onChange={(next) => put(at, next)}
            onTakeAway={() => put(at, null)}
          />
        ))}
        <Menu
          trigger={
            <Button size="small" className="self-start">
              <Plus />
              Add a step
            </Button>
          }
        >
          {(Object.keys(stepKinds) as Step['primitive_type'][]).map((primitive) => (
            <MenuItem key={primitive} onSelect={() => setSteps((before) => [...before, newStep(primitive)])}>
              {stepKinds[primitive].name}
            </MenuItem>
          ))}
        </Menu>
        {steps.length > 0 && <Thresholds aggregation={aggregation} onChange={setAggregation} />}
      </div>
    </div>
  )
}

function Suggestions({
  isLoading,
  steps,
  onTake,
}: {
  isLoading: boolean
  steps: readonly SentStep[]
  onTake: () => void
}) {
  if (isLoading) return <SkeletonRows rows={3} />
  return (
    <section aria-label="Suggestions" className="flex flex-col gap-2">
      <p className="text-ink-soft">
        A score card makes one number of the sheet, and keeps why: which rows failed which check.
      </p>
      {steps.length > 0 ? (
        <>
          <p>These columns say true or false, or a number:</p>
          <ul className="flex flex-col gap-1">
            {steps.map(({ title, primitive_type }) => (
              <li key={title} className="flex rounded-md bg-sunken px-2 py-1">
                <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
                <span className="text-ink-faint">{stepKinds[primitive_type].name}</span>
              </li>
            ))}
          </ul>
          <Button kind="primary" className="self-start" onClick={onTake}>
            Use these columns
          </Button>
        </>
      ) : (
        <p>
          No column has results yet that say true or false, or a number: run what is stale, or add a step.
        </p>
      )}
    </section>
  )
}

interface ThresholdsProps {
  readonly aggregation: Scorecard['aggregation']
  readonly onChange: (aggregation: Scorecard['aggregation']) => void
}

const Thresholds = ({ aggregation, onChange }: ThresholdsProps) => (
  <fieldset className="grid grid-cols-2 gap-3 border-t pt-3">
    <legend className="sr-only">The whole sheet</legend>
    {(
      [
        ['pass_threshold', 'The sheet passes from'],
        ['warn_threshold', 'It warns from'],
      ] as const
    ).map(([path, label]) => (
      <NumberField
        key={path}
        field={{ kind: 'number', path, label, hint: 'From 0 to 1.' }}
        config={aggregation}
        columns={[]}
        problemAt={() => undefined}
        onChange={(next) => onChange(next as Scorecard['aggregation'])}
      />
    ))}
  </fieldset>
)
