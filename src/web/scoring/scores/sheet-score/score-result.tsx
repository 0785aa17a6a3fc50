import { useState } from 'react'
import { Badge, Button, FigureTable, percent, SwitchRow, Time, type Tone } from '../../../design/index.ts'
import { knownScore } from '../../../sheets/values.ts'
import { Coverage } from '../coverage.tsx'
import { matrixOf } from './matrix.ts'
import { MatrixTable } from './matrix-table.tsx'
import type { SheetScoreRead } from './score-draft.ts'
import type { SheetScoring } from './use-sheet-score.ts'

interface Props {
  readonly read: SheetScoreRead
  readonly scoring: SheetScoring
  readonly mayChange: boolean
}

type Matrices = readonly NonNullable<SheetScoreRead['score_matrix']>[]

const states: Readonly<Record<string, readonly [string, Tone]>> = {
  queued: ['Queued', 'note'],
  running: ['Running', 'note'],
  completed: ['Calculated', 'good'],
  failed: ['Failed', 'bad'],
}

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** The result of the sheet's score. */
export function ScoreResult({ read, scoring, mayChange }: Props) {
  const { coverage, details, score_calculation_error: error } = read
  const score = knownScore(read.overall_score, coverage)
  const isShare = !read.has_custom_scoring && read.columns.every(isTrueOrFalse)
  const [word, tone] = (read.status && states[read.status]) || ['Not calculated', 'neutral' as const]
  const matrices = (details['score_matrices'] ?? (read.score_matrix ? [read.score_matrix] : [])) as Matrices
  const parts = Object.entries((details['sub_scores'] ?? {}) as Readonly<Record<string, number>>)
  return (
    <>
      <div className="flex flex-col gap-0.5">
        <p className="flex items-center gap-2">
          <span className="text-[28px] leading-9 font-semibold tabular-nums">
            {score === null ? 'No score' : isShare ? percent(score) : number(score)}
          </span>
          <Badge tone={tone}>{word}</Badge>
          {read.calculated_at && (
            <span className="ml-auto text-small text-ink-faint">
              <Time at={read.calculated_at} />
            </span>
          )}
        </p>
        <Coverage coverage={coverage} />
        {details['is_stale'] === true && (
          <p className="text-small text-warning">The sheet has changed since.</p>
        )}
        <Won aggregate={read.aggregate} />
      </div>
      {error && (
        <pre
          role="alert"
          className="max-h-60 shrink-0 overflow-auto rounded-md bg-bad-soft px-3 py-2 text-small whitespace-pre-wrap text-bad"
        >
          {error}
        </pre>
      )}
      {matrices.map((matrix, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: matrices have no ids; another score replaces them all.
        <MatrixTable key={index} matrix={matrixOf(matrix)} />
      ))}
      {parts.length > 0 && (
        <dl aria-label="Parts of the score" className="grid grid-cols-[1fr_auto] gap-y-1 text-small">
          {parts.map(([name, value]) => (
            <Part key={name} name={name} value={number(value)} />
          ))}
        </dl>
      )}
      {!read.has_custom_scoring && read.columns.length > 0 && <Columns read={read} />}
      {mayChange && (
        <Actions scoring={scoring} isCode={read.has_custom_scoring} isFirst={read.status === null} />
      )}
    </>
  )
}

const Part = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="min-w-0 truncate text-ink-soft">{name}</dt>
    <dd className="text-right tabular-nums">{value}</dd>
  </>
)

/** The label and the value of the winning row. */
function Won({ aggregate }: Pick<SheetScoreRead, 'aggregate'>) {
  if (aggregate['type'] !== 'winner') return null
  const { value, label } = aggregate as { value?: unknown; label?: unknown }
  return (
    <p className="text-small text-ink-soft">
      {label == null ? 'The winner is ' : `${String(label)} wins with `}
      <span className="font-medium text-ink">{String(value)}</span>.
    </p>
  )
}

type Scored = SheetScoreRead['columns'][number]

const isTrueOrFalse = ({ resolved_scoring_type: type }: Scored) => type === 'boolean'

/** The score of each column; all columns have the same weight. */
function Columns({ read }: Pick<Props, 'read'>) {
  const counting = read.columns.filter(({ score }) => score !== null).length
  return (
    <div className="shrink-0 overflow-x-auto rounded-lg border bg-surface">
      <FigureTable
        label="Scored columns"
        className="text-small"
        heads={['Column', 'Weight', 'Rows', 'Failed', 'Left out', 'Score']}
        rows={read.columns}
        keyOf={({ column_id }) => column_id}
        nameOf={({ title }) => title}
        figuresOf={(column) => [
          column.score === null ? '–' : percent(1 / counting),
          column.included_count.toLocaleString('en'),
          column.failed_count?.toLocaleString('en') ?? '–',
          column.excluded_count.toLocaleString('en'),
          scoreOf(column),
        ]}
      />
    </div>
  )
}

const scoreOf = (column: Scored): string =>
  column.score === null ? '–' : isTrueOrFalse(column) ? percent(column.score) : number(column.score)

interface ActionsProps {
  readonly scoring: SheetScoring
  readonly isCode: boolean
  readonly isFirst: boolean
}

function Actions({ scoring, isCode, isFirst }: ActionsProps) {
  const [deletes, setDeletes] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button disabled={scoring.isUnderWay} isBusy={scoring.isBusy} onClick={scoring.calculate}>
          {isFirst ? 'Calculate' : 'Calculate again'}
        </Button>
        {!isCode && (
          <Button isBusy={scoring.isBusy} onClick={() => scoring.migrate(deletes)}>
            Make steps of a score card
          </Button>
        )}
      </div>
      {!isCode && <SwitchRow label="Then remove the sheet score" checked={deletes} onChange={setDeletes} />}
    </div>
  )
}
