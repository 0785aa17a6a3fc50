import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../design/index.ts'
import { type ReportAnswer, scoreQuery } from '../queries.ts'
import { shownScore } from '../score-text.ts'

/** The score of a run, and its parts. */
export function Score({ report, status }: Pick<ReportAnswer, 'report' | 'status'>) {
  const { data } = useQuery(scoreQuery(report.id, `${status} ${report.updated_at}`))
  if (!data) return null
  const { details } = data
  const columns = 'columns' in details ? details.columns : 'column_name' in details ? [details] : []
  const matrix = 'matrix' in details ? details.matrix : []
  return (
    <section
      aria-label="Score"
      className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b bg-surface px-4 py-2"
    >
      <span>
        <span className="text-small text-ink-faint">Score </span>
        <span className="text-title font-semibold tabular-nums">
          {data.overall_score === null ? '—' : shownScore(data.overall_score)}
        </span>
      </span>
      {columns.map((column) => (
        <span key={column.column_name}>
          <bdi className="text-small text-ink-faint">{column.column_name} </bdi>
          <span className="tabular-nums">{column.score === null ? '—' : shownScore(column.score)}</span>
          {column.num_skipped > 0 && (
            <span className="text-small text-ink-faint"> ({column.num_skipped} skipped)</span>
          )}
          {(column.num_failed ?? 0) > 0 && (
            <span className="text-small text-warning"> ({column.num_failed} failed)</span>
          )}
        </span>
      ))}
      {'message' in details && <span className="text-ink-soft">{details.message}</span>}
      {report.score_calculation_error && (
        <span role="alert" className="text-bad">
          {report.score_calculation_error}
        </span>
      )}
      {matrix.length > 0 && (
        <details className="w-full">
          <summary className="cursor-default text-small text-ink-soft">Matrix</summary>
          <CodeBlock name="matrix" text={JSON.stringify(matrix, null, 2)} />
        </details>
      )}
    </section>
  )
}
