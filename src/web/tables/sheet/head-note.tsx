import type { Answer } from '../../api/index.ts'
import { names } from '../../columns/values.ts'
import type { Column } from '../../sheets/index.ts'
import { percent } from '../../sheets/values.ts'

type Scored = Answer<'readSheetScore'>['columns'][number]

/** Below the title of a column: the share that passes or the mean, with failures; else its type. */
export function HeadNote({
  column,
  scored,
}: {
  readonly column: Column
  readonly scored: Scored | undefined
}) {
  const look = 'flex min-w-0 items-center gap-1.5 text-tiny font-normal text-ink-faint tabular-nums'
  if (!scored || scored.score === null)
    return (
      <span className={look}>
        <span className="truncate">{names[column.type]}</span>
      </span>
    )
  const failed = scored.failed_count ?? 0
  const isShare = scored.resolved_scoring_type === 'boolean'
  return (
    <span className={look}>
      {isShare ? (
        <>
          <span className="h-1.5 w-12 shrink overflow-hidden rounded-full bg-bad/60" aria-hidden>
            <span className="block h-full bg-good" style={{ width: percent(scored.score) }} />
          </span>
          <span className="shrink-0">{percent(scored.score)} pass</span>
        </>
      ) : (
        <span className="truncate">
          Mean {scored.score.toLocaleString('en', { maximumFractionDigits: 2 })}
        </span>
      )}
      {failed > 0 && <span className="truncate text-bad">{failed.toLocaleString('en')} failed</span>}
    </span>
  )
}
