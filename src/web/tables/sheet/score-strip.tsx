import { useQuery } from '@tanstack/react-query'
import type { ScoreProgressEvent } from '../../../contract/index.ts'
import type { Answer } from '../../api/index.ts'
import { Button, classNames, counted } from '../../design/index.ts'
import { LoaderCircle } from '../../icons/index.ts'
import { Progress, type Running } from '../../runs/index.ts'
import type { RunProgress } from '../../sheets/index.ts'
import { type SheetParams, scoreQuery } from '../../sheets/queries.ts'
import { knownScore, percent } from '../../sheets/values.ts'

interface Props {
  readonly params: SheetParams
  readonly operations: Answer<'listOperations'> | undefined
  readonly runProgress: readonly RunProgress[]
  readonly scoring: readonly ScoreProgressEvent[]
  readonly running: Running | null
  readonly onOpen: () => void
  readonly onFailing: (column: string) => void
}

type Scored = Answer<'readSheetScore'>['columns'][number]

/** Whether the score of a column is a share of passes; otherwise it is a mean. */
const isShare = (column: Scored) => column.resolved_scoring_type === 'boolean'

const textOf = (score: number | null, share: boolean): string => {
  if (score === null) return '–'
  return share ? percent(score) : score.toLocaleString('en', { maximumFractionDigits: 2 })
}

/** The score of the sheet with its coverage, the scores of columns, and the progress of a run. */
export function ScoreStrip({ params, operations, runProgress, scoring, running, onOpen, onFailing }: Props) {
  const { data } = useQuery(scoreQuery(params))
  const scored = data?.columns.filter((column) => column.score !== null) ?? []
  const isCard = data?.score_type === 'scorecard'
  const isCode = data?.has_custom_scoring === true
  if (!isCard && !isCode && scored.length === 0 && !operations?.total_cells && scoring.length === 0)
    return null
  return (
    <section aria-label="Score" className="flex min-h-12 shrink-0 flex-wrap border-b bg-surface">
      {data?.overall_score != null && (isCard || isCode || scored.length > 0) && (
        <Figure
          name="Overall score"
          value={textOf(
            knownScore(data.overall_score, data.coverage),
            isCard || (!isCode && scored.every(isShare)),
          )}
          covers={data.coverage}
          isStale={data.details['is_stale'] === true}
        />
      )}
      {scored.slice(0, 4).map((column) => (
        <Figure
          key={column.column_id}
          name={column.title}
          value={textOf(column.score, isShare(column))}
          onFailing={isShare(column) && column.score! < 1 ? () => onFailing(column.column_id) : undefined}
        />
      ))}
      <div className="flex items-center px-3">
        <Button kind="quiet" size="small" onClick={onOpen}>
          Score card
        </Button>
        {scoring[0] && <Scoring runProgress={scoring[0]} />}
      </div>
      <div className="flex min-w-52 flex-1 flex-wrap items-center justify-end gap-3 px-4 py-2">
        {operations && (
          <Progress params={params} operations={operations} runProgress={runProgress} running={running} />
        )}
      </div>
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly covers?: Answer<'readSheetScore'>['coverage']
  readonly isStale?: boolean
  /** Absent if no row fails. */
  readonly onFailing?: (() => void) | undefined
}

/** A score with its name. Beside it stands how many rows it covers. */
function Figure({ name, value, covers, isStale, onFailing }: FigureProps) {
  const isPart = covers && covers.scored_rows < covers.total_rows
  const notes = [
    covers && `${covers.scored_rows.toLocaleString('en')} of ${counted(covers.total_rows, 'row')} scored`,
    isStale && 'changed since',
  ].filter(Boolean)
  return (
    <dl className="max-w-80 border-r px-4 py-1.5">
      <dt className="truncate text-tiny text-ink-faint">{name}</dt>
      <dd className="flex items-baseline gap-2">
        <span className={classNames('text-title font-semibold tabular-nums', isPart && 'text-ink-soft')}>
          {value}
        </span>
        {notes.length > 0 && (
          <span
            className={classNames(
              'truncate text-small tabular-nums',
              isPart || isStale ? 'text-warning' : 'text-ink-faint',
            )}
          >
            {notes.join(', ')}
          </span>
        )}
        {onFailing && (
          <Button kind="quiet" size="small" aria-label={`Failing rows of ${name}`} onClick={onFailing}>
            Failing rows
          </Button>
        )}
      </dd>
    </dl>
  )
}

const Scoring = ({
  runProgress: { scored_rows: scored, total_rows: total },
}: {
  runProgress: ScoreProgressEvent
}) => (
  <span className="flex items-center gap-1.5 text-small text-ink-soft tabular-nums">
    <LoaderCircle className="size-3.5 animate-spin motion-reduce:animate-none" aria-hidden />
    {scored === null || total === null
      ? 'Scoring'
      : `Scoring ${scored.toLocaleString('en')} of ${total.toLocaleString('en')} rows`}
  </span>
)
