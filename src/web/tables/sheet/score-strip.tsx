import { useQuery } from '@tanstack/react-query'
import type { ScoreProgressEvent } from '../../../contract/index.ts'
import type { Answer } from '../../api/index.ts'
import { Button, counted, percent } from '../../design/index.ts'
import { LoaderCircle } from '../../icons/index.ts'
import { Progress, type Running } from '../../runs/index.ts'
import {
  changedSince,
  criterionOf,
  scorecardQuery,
  staleWarning,
  useCalculate,
  verdictColumnOf,
} from '../../scoring/values.ts'
import type { Column, RunProgress } from '../../sheets/index.ts'
import { distributionsQuery, type SheetParams, scoreQuery } from '../../sheets/queries.ts'
import { knownScore } from '../../sheets/values.ts'
import { ScoreFigure } from './score-figure.tsx'
import { isVerdicts, uncountedChecks } from './uncounted.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly operations: Answer<'listOperations'> | undefined
  readonly runProgress: readonly RunProgress[]
  readonly scoring: readonly ScoreProgressEvent[]
  readonly running: Running | null
  readonly onOpen: () => void
  readonly onFailing: (column: string) => void
  /** Opens the form of a column; null if this person may not change columns. */
  readonly onConfigure: ((column: string) => void) | null
}

type Scored = Answer<'readSheetScore'>['columns'][number]

/** Whether the score of a column is a share of passes; otherwise it is a mean. */
const isShare = (column: Scored) => column.resolved_scoring_type === 'boolean'

const textOf = (score: number | null, share: boolean): string => {
  if (score === null) return '–'
  return share ? percent(score) : score.toLocaleString('en', { maximumFractionDigits: 2 })
}

/** The score of the sheet with its coverage, the scores of columns or steps, and the progress of a run. */
export function ScoreStrip(props: Props) {
  const { params, columns, operations, runProgress, scoring, running, onOpen, onFailing, onConfigure } = props
  const { data } = useQuery(scoreQuery(params))
  const isCard = data?.score_type === 'scorecard'
  const card = useQuery({ ...scorecardQuery(params), enabled: isCard }).data
  const cardWarning = isCard ? staleWarning(card?.scorecard?.stale_state?.reasons ?? []) : null
  const distributions = useQuery(distributionsQuery(params)).data
  const scored = data?.columns.filter((column) => column.score !== null) ?? []
  const isCode = data?.has_custom_scoring === true
  const isInferred = data !== undefined && !isCard && data.score_configuration === null
  const uncounted = isInferred && scored.length > 0 ? uncountedChecks(columns, scored, distributions) : []
  if (!isCard && !isCode && scored.length === 0 && !operations?.total_cells && scoring.length === 0)
    return null
  return (
    <section
      aria-label="Score"
      className="flex min-h-12 shrink-0 border-b bg-surface max-sm:overflow-x-auto sm:flex-wrap"
    >
      {data?.overall_score != null && (isCard || isCode || scored.length > 0) && (
        <ScoreFigure
          name="Overall score"
          value={textOf(
            knownScore(data.overall_score, data.coverage),
            isCard || (!isCode && scored.every(isShare)),
          )}
          covers={data.coverage}
          warning={cardWarning ?? (data.details['is_stale'] === true ? changedSince : null)}
        />
      )}
      {scored.slice(0, maxFigures).map((column) => (
        <ScoreFigure
          key={column.column_id}
          name={column.title}
          value={textOf(column.score, isShare(column))}
          onFailing={isShare(column) && column.score! < 1 ? () => onFailing(column.column_id) : undefined}
        />
      ))}
      {card?.display_calculation &&
        card.scorecard?.steps.slice(0, maxFigures).map((step) => {
          const score = criterionOf(card.display_calculation!, step.id)?.score ?? null
          const failing = verdictColumnOf(step, columns)
          return (
            <ScoreFigure
              key={step.id}
              name={step.title}
              value={textOf(score, true)}
              isOld={cardWarning !== null}
              onFailing={
                failing && score !== null && score < 1 && isVerdicts(failing, distributions)
                  ? () => onFailing(failing.id)
                  : undefined
              }
            />
          )
        })}
      <div className="flex shrink-0 items-center gap-2 px-3">
        <Button size="small" onClick={onOpen}>
          Score card
        </Button>
        {cardWarning === changedSince && running && scoring.length === 0 && (
          <CalculateAgain params={params} />
        )}
        {scoring[0] && <Scoring progress={scoring[0]} />}
        {uncounted[0] && (
          <Button
            kind="quiet"
            size="small"
            className="max-w-60 text-ink-faint"
            disabled={!onConfigure}
            title={`${uncountedText(uncounted)}. Switch on “Counts towards the score” in the column.`}
            onClick={() => onConfigure?.(uncounted[0]!.id)}
          >
            <span className="truncate">{uncountedText(uncounted)}</span>
          </Button>
        )}
      </div>
      <div className="flex min-w-52 flex-1 flex-wrap items-center justify-end gap-3 px-4 py-2 empty:hidden">
        {operations && (
          <Progress params={params} operations={operations} runProgress={runProgress} running={running} />
        )}
      </div>
    </section>
  )
}

/** Maximum number of columns or steps with a figure. */
const maxFigures = 4

const uncountedText = (columns: readonly Column[]) =>
  `Not counted: ${columns.map(({ title }) => title).join(', ')}`

function CalculateAgain({ params }: { params: SheetParams }) {
  const calculate = useCalculate(params)
  return (
    <Button size="small" isBusy={calculate.isPending} onClick={() => calculate.mutate()}>
      Calculate again
    </Button>
  )
}

const Scoring = ({
  progress: { scored_rows: scored, total_rows: total },
}: {
  progress: ScoreProgressEvent
}) => (
  <span className="flex items-center gap-1.5 text-small text-ink-soft tabular-nums">
    <LoaderCircle className="size-3.5 animate-spin motion-reduce:animate-none" aria-hidden />
    {scored === null || total === null
      ? 'Scoring'
      : `Scoring ${scored.toLocaleString('en')} of ${counted(total, 'row')}`}
  </span>
)
