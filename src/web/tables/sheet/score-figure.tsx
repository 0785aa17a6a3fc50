import type { Answer } from '../../api/index.ts'
import { Button, classNames, counted } from '../../design/index.ts'

interface Props {
  readonly name: string
  readonly value: string
  readonly covers?: Answer<'readSheetScore'>['coverage']
  /** Why the value may be wrong. */
  readonly warning?: string | null
  /** True if the score was calculated before the sheet changed. */
  readonly isOld?: boolean
  /** Absent if no row fails. */
  readonly onFailing?: (() => void) | undefined
}

/** A score with its name and the number of rows that it covers. */
export function ScoreFigure({ name, value, covers, warning, isOld = false, onFailing }: Props) {
  const isPart = covers && covers.scored_rows < covers.total_rows
  // The warning is first, because a narrow strip cuts the end.
  const notes = [
    warning,
    covers &&
      (isPart || !warning) &&
      `${covers.scored_rows.toLocaleString('en')} of ${counted(covers.total_rows, 'row')} scored`,
  ].filter(Boolean)
  return (
    <dl className="max-w-80 border-r px-4 py-1.5">
      <dt className="truncate text-tiny text-ink-faint">{name}</dt>
      <dd className="flex items-baseline gap-2">
        <span
          className={classNames(
            'text-title font-semibold tabular-nums',
            (isPart || warning || isOld) && 'text-ink-soft',
          )}
        >
          {value}
        </span>
        {notes.length > 0 && (
          <span
            className={classNames(
              'truncate text-small tabular-nums',
              isPart || warning ? 'text-warning' : 'text-ink-faint',
            )}
          >
            {notes.join(' · ')}
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
