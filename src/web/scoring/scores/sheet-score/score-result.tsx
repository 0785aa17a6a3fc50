import { useState } from 'react'
import { Badge, Button, FigureTable, percent, SwitchRow, Time, type Tone } from '../../../design/index.ts'
import { knownScore } from '../../../sheets/values.ts'
import { Coverage } from '../coverage.tsx'
import { matrixOf } from './matrix.ts'
import { MatrixTable } from './matrix-table.tsx'
import type { SheetScoreAnswer } from './score-draft.ts'
import type { SheetScoring } from './use-sheet-score.ts'

interface Props {
  readonly data: SheetScoreAnswer
  readonly scoring: SheetScoring
  readonly mayChange: boolean
}

type Matrices = readonly NonNullable<SheetScoreAnswer['score_matrix']>[]

const states: Readonly<Record<string, readonly [string, Tone]>> = {
  queued: ['Queued', 'note'],
  running: ['Running', 'note'],
  completed: ['Calculated', 'good'],
  failed: ['Failed', 'bad'],
}

const numberText = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** The result of the sheet's score. */
export function ScoreResult({ data, scoring, mayChange }: Props) {
  const { coverage, details, score_calculation_error: error } = data
  const score = knownScore(data.overall_score, coverage)
  const isShare = !data.has_custom_scoring && data.columns.every(isTrueOrFalse)
  const [state, tone] = (data.status && states[data.status]) || ['Not calculated', 'neutral' as const]
  const matrices = (details['score_matrices'] ?? (data.score_matrix ? [data.score_matrix] : [])) as Matrices
  const parts = Object.entries((details['sub_scores'] ?? {}) as Readonly<Record<string, number>>)
  return (
    <>
      <div className="flex flex-col gap-0.5">
        <p className="flex items-center gap-2">
          <span className="text-[28px] leading-9 font-semibold tabular-nums">
            {score === null ? 'No score' : isShare ? percent(score) : numberText(score)}
          </span>
          <Badge tone={tone}>{state}</Badge>
          {data.calculated_at && (
            <span className="ml-auto text-small text-ink-faint">
              <Time at={data.calculated_at} />
            </span>
          )}
        </p>
        <Coverage coverage={coverage} />
        {details['is_stale'] === true && (
          <p className="text-small text-warning">The sheet has changed since.</p>
        )}
        <Winner aggregate={data.aggregate} />
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
            <Part key={name} name={name} value={numberText(value)} />
          ))}
        </dl>
      )}
      {!data.has_custom_scoring && data.columns.length > 0 && <Columns data={data} />}
      {mayChange && (
        <Actions scoring={scoring} isCode={data.has_custom_scoring} isFirst={data.status === null} />
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
function Winner({ aggregate }: Pick<SheetScoreAnswer, 'aggregate'>) {
  if (aggregate['type'] !== 'winner') return null
  const { value, label } = aggregate as { value?: unknown; label?: unknown }
  return (
    <p className="text-small text-ink-soft">
      {label == null ? 'The winner is ' : `${String(label)} wins with `}
      <span className="font-medium text-ink">{String(value)}</span>.
    </p>
  )
}

type ScoredColumn = SheetScoreAnswer['columns'][number]

const isTrueOrFalse = ({ resolved_scoring_type: type }: ScoredColumn) => type === 'boolean'

/** The score of each column; all columns have the same weight. */
function Columns({ data }: Pick<Props, 'data'>) {
  const counting = data.columns.filter(({ score }) => score !== null).length
  return (
    <div className="shrink-0 overflow-x-auto rounded-lg border bg-surface">
      <FigureTable
        label="Scored columns"
        className="text-small"
        heads={['Column', 'Weight', 'Rows', 'Failed', 'Left out', 'Score']}
        rows={data.columns}
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

const scoreOf = (column: ScoredColumn): string =>
  column.score === null ? '–' : isTrueOrFalse(column) ? percent(column.score) : numberText(column.score)

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
            Convert to score card steps
          </Button>
        )}
      </div>
      {!isCode && (
        <SwitchRow label="Delete the sheet score afterwards" checked={deletes} onChange={setDeletes} />
      )}
    </div>
  )
}
