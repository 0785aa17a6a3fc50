import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { type SheetParams, scoreQuery } from './queries.ts'
import type { Running } from './use-run.ts'

interface Props {
  readonly params: SheetParams
  readonly operations: Answer<'listOperations'> | undefined
  readonly running: Running | null
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
export function ScoreStrip({ params, operations, running }: Props) {
  const { data } = useQuery(scoreQuery(params))
  const scored = data?.columns.filter((column) => column.score !== null) ?? []
  const failed = operations?.status_counts['FAILED'] ?? 0
  if (scored.length === 0 && !operations?.total_cells) return null
  return (
    <section aria-label="Score" className="flex min-h-12 shrink-0 border-b bg-surface">
      {data?.overall_score != null && scored.length > 0 && (
        <Figure name="Overall score" value={written(data.overall_score, scored.every(isShare))} />
      )}
      {scored.slice(0, 4).map((column) => (
        <Figure key={column.column_id} name={column.title} value={written(column.score!, isShare(column))} />
      ))}
      <div className="flex min-w-0 flex-1 items-center gap-3 px-4 py-2">
        {operations && operations.pending_count > 0 && <Progress operations={operations} />}
        {failed > 0 && (
          <>
            <span className="text-bad tabular-nums">{failed.toLocaleString('en')} failed</span>
            {running && operations?.pending_count === 0 && (
              <Button size="small" onClick={() => running.run({ statuses: ['FAILED'] })}>
                Retry failed
              </Button>
            )}
          </>
        )}
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

function Progress({ operations }: { operations: Answer<'listOperations'> }) {
  const { active_operations, pending_count, total_cells } = operations
  const asked = active_operations.reduce((sum, { cell_count }) => sum + cell_count, 0)
  const all = Math.max(pending_count, asked || total_cells)
  const done = all - pending_count
  return (
    <>
      <progress
        aria-label="Cells done"
        max={all}
        value={done}
        className="h-1.5 min-w-24 flex-1 appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
      />
      <span className="shrink-0 text-ink-soft tabular-nums">
        {done.toLocaleString('en')} / {all.toLocaleString('en')}
      </span>
    </>
  )
}
