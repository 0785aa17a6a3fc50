import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { JsonValidity } from '../../columns/index.ts'
import { Button, Menu, MenuItem, Problem } from '../../design/index.ts'
import { ConfirmButton } from '../../dialogs/index.ts'
import { Plus } from '../../icons/index.ts'
import type { Column } from '../../sheets/index.ts'
import { distributionsQuery, type SheetParams } from '../../sheets/queries.ts'
import { type CardDraft, CardOptions } from './card-options.tsx'
import type { Scorecard, Step } from './criteria.ts'
import { firstRowsQuery } from './queries.ts'
import { draftOf, movedStep, namedStep, newStep, type StepDraft, stepKinds } from './step-draft.ts'
import { StepForm } from './step-form.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { suggestedSteps } from './suggestions.ts'
import type { Scoring } from './use-scoring.ts'

interface Props {
  readonly params: SheetParams
  readonly scorecard: Scorecard | null
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  readonly scoring: Scoring
}

const defaultAggregation: Scorecard['aggregation'] = {
  method: 'weighted_mean',
  required_step_failure_behavior: 'fail',
  pass_threshold: 0.8,
  warn_threshold: 0.6,
}

const cardOf = (scorecard: Scorecard | null): CardDraft => ({
  name: scorecard?.name ?? 'Score card',
  aggregation: scorecard?.aggregation ?? defaultAggregation,
  evaluated: scorecard?.evaluated_column_ids ?? [],
  display: scorecard?.display_config ?? null,
  baseline: scorecard?.baseline_config ?? null,
})

/** The steps, their weights, and the pass mark. */
export function Setup({ params, scorecard, columns, mayChange, scoring }: Props) {
  const { data } = useQuery({ ...distributionsQuery(params), enabled: !scorecard?.steps.length })
  const firstRows = useQuery({ ...firstRowsQuery(params), enabled: !scorecard?.steps.length }).data
  const sampleValues = (id: string) =>
    firstRows?.data.flatMap(({ cells: { [id]: cell } }) =>
      cell?.status === 'COMPLETED' && cell.value ? [cell.value.value] : [],
    ) ?? []
  const [steps, setSteps] = useState<readonly StepDraft[]>(() => scorecard?.steps.map(draftOf) ?? [])
  const [card, setCard] = useState<CardDraft>(() => cardOf(scorecard))
  const [isValid, setValid] = useState(true)
  const save = () => scoring.save({ ...card, steps: steps.map((step) => namedStep(step, columns)) })
  const weights = steps.reduce((sum, { weight }) => sum + weightOf(weight), 0)
  const replaceStep = (index: number, step: StepDraft | null) =>
    setSteps((before) => (step ? before.with(index, step) : before.toSpliced(index, 1)))
  if (!mayChange && steps.length === 0) return <p className="p-4 text-ink-soft">Scoring is not set up.</p>
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      {steps.length > 0 && mayChange && (
        <div className="flex shrink-0 gap-2 border-b bg-surface px-4 py-2">
          <Button kind="primary" isBusy={scoring.isBusy} disabled={!isValid} onClick={save}>
            Save and calculate
          </Button>
          {scorecard && (
            <ConfirmButton
              className="ml-auto"
              verb="Delete"
              name={scorecard.name}
              consequence="Its steps and their results are deleted. The columns stay."
              onConfirm={scoring.remove}
            >
              Delete score card
            </ConfirmButton>
          )}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        {scoring.saveError && <Problem error={scoring.saveError} className="m-0" />}
        {steps.length === 0 && (
          <SuggestionList
            isLoading={!data || !firstRows}
            suggestions={data && firstRows ? suggestedSteps(columns, data.columns, sampleValues) : []}
            onUse={setSteps}
          />
        )}
        <JsonValidity onValidity={setValid}>
          {steps.map((step, index) => (
            <StepForm
              key={step.key}
              step={step}
              index={index}
              share={weights > 0 ? weightOf(step.weight) / weights : 0}
              columns={columns}
              isOpen={step.title === ''}
              onChange={(next) => replaceStep(index, next)}
              onMove={(from, to) => setSteps((before) => movedStep(before, from, to))}
              onRemove={() => replaceStep(index, null)}
            />
          ))}
          <Menu
            align="start"
            trigger={
              <Button size="small" className="self-start">
                <Plus />
                Add a step
              </Button>
            }
          >
            {(Object.keys(stepKinds) as Step['primitive_type'][]).map((primitive) => (
              <MenuItem
                key={primitive}
                onSelect={() => setSteps((before) => [...before, newStep(primitive)])}
              >
                {stepKinds[primitive].name}
              </MenuItem>
            ))}
          </Menu>
          {steps.length > 0 && (
            <CardOptions params={params} columns={columns} card={card} onChange={setCard} />
          )}
        </JsonValidity>
      </div>
    </div>
  )
}

/** The form keeps a weight that is not a number as it was typed. */
const weightOf = (weight: unknown): number => (typeof weight === 'number' ? Math.max(weight, 0) : 0)
