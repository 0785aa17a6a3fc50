import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import type { ScoreProgressEvent } from '../../../contract/index.ts'
import type { Answer } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { Progress, type Running } from '../../runs/index.ts'
import type { Told } from '../../sheets/index.ts'
import { type SheetParams, scoreQuery } from '../../sheets/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly operations: Answer<'listOperations'> | undefined
  readonly told: readonly Told[]
  readonly scoring: readonly ScoreProgressEvent[]
  readonly running: Running | null
  readonly onOpen: () => void
}

type Scored = Answer<'readSheetScore'>['columns'][number]

/** Checks have the share that passed, numbers their mean. */
const isShare = (column: Scored) => column.resolved_scoring_type === 'boolean'

const written = (score: number, share: boolean) =>
  score.toLocaleString(
    'en',
    share ? { style: 'percent', maximumFractionDigits: 1 } : { maximumFractionDigits: 2 },
  )

/** What came of it: the score, that of each scored column, and how far a run is. */
export function ScoreStrip({ params, operations, told, scoring, running, onOpen }: Props) {
  const { data } = useQuery(scoreQuery(params))
  const scored = data?.columns.filter((column) => column.score !== null) ?? []
  const isCard = data?.score_type === 'scorecard'
  const isCode = data?.has_custom_scoring === true
  if (!isCard && !isCode && scored.length === 0 && !operations?.total_cells && scoring.length === 0)
    return null
  return (
    <section aria-label="Score" className="flex min-h-12 shrink-0 border-b bg-surface">
      {data?.overall_score != null && (isCard || isCode || scored.length > 0) && (
        <Figure
          name="Overall score"
          value={written(data.overall_score, isCard || (!isCode && scored.every(isShare)))}
        />
      )}
      {scored.slice(0, 4).map((column) => (
        <Figure key={column.column_id} name={column.title} value={written(column.score!, isShare(column))} />
      ))}
      <div className="flex items-center px-3">
        <Button kind="quiet" size="small" onClick={onOpen}>
          Score card
        </Button>
        {scoring[0] && <Scoring told={scoring[0]} />}
      </div>
      <div className="flex min-w-0 flex-1 items-center justify-end gap-3 px-4 py-2">
        {operations && <Progress operations={operations} told={told} running={running} />}
      </div>
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <dl className="max-w-48 border-r px-4 py-1.5">
    <dt className="truncate text-tiny text-ink-faint">{name}</dt>
    <dd className="text-title font-semibold tabular-nums">{value}</dd>
  </dl>
)

const Scoring = ({ told: { scored_rows: scored, total_rows: total } }: { told: ScoreProgressEvent }) => (
  <span className="flex items-center gap-1.5 text-small text-ink-soft tabular-nums">
    <LoaderCircle className="size-3.5 animate-spin motion-reduce:animate-none" aria-hidden />
    {scored === null || total === null
      ? 'Scoring'
      : `Scoring ${scored.toLocaleString('en')} of ${total.toLocaleString('en')} rows`}
  </span>
)
