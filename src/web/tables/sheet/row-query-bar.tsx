import type { ReactNode } from 'react'
import { Button, CopyButton, counted } from '../../design/index.ts'
import { ArrowDown, ArrowUp, X } from '../../icons/index.ts'
import type { Column, RowQuery } from '../../sheets/index.ts'
import { operatorNames } from './row-operators.ts'

interface Props {
  readonly query: RowQuery
  readonly columns: readonly Column[]
  /** The number of rows that match; undefined until the server has answered. */
  readonly matchCount: number | undefined
  readonly rowCount: number
  readonly onChange: (query: RowQuery | undefined) => void
  /** Opens the matching rows in the playground; null if this person may not run prompts. */
  readonly onTry: (() => void) | null
}

/** The conditions and the order of the shown rows, each with a button that removes it. */
export function RowQueryBar({ query, columns, matchCount, rowCount, onChange, onTry }: Props) {
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? 'Deleted column'
  const { filters, sort } = query
  const Arrow = sort?.direction === 'desc' ? ArrowDown : ArrowUp
  return (
    <section
      aria-label="Rows shown"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1"
    >
      {filters.map((filter, index) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids and hold no state; two may be equal.
          key={index}
          label={[titleOf(filter.column_id), operatorNames[filter.operator], filter.value]
            .filter(Boolean)
            .join(' ')}
          onRemove={() => onChange({ ...query, filters: filters.toSpliced(index, 1) })}
        />
      ))}
      {sort && (
        <Chip
          icon={<Arrow className="size-3.5" aria-hidden />}
          label={`Sorted by ${titleOf(sort.column_id)}`}
          onRemove={() => onChange({ filters })}
        />
      )}
      <span role="status" className="px-1 text-small text-ink-soft tabular-nums">
        {matchCount === undefined
          ? 'Searching…'
          : matchCount === 0
            ? 'No row matches.'
            : `${matchCount.toLocaleString('en')} of ${counted(rowCount, 'row')}, read only`}
      </span>
      <span className="ml-auto flex gap-1.5">
        {onTry && matchCount !== undefined && matchCount > 0 && (
          <Button kind="quiet" size="small" onClick={onTry}>
            Try in the playground
          </Button>
        )}
        <CopyButton name="link" text={location.href} />
        <Button kind="quiet" size="small" onClick={() => onChange(undefined)}>
          Show all rows
        </Button>
      </span>
    </section>
  )
}

interface ChipProps {
  readonly icon?: ReactNode
  readonly label: string
  readonly onRemove: () => void
}

const Chip = ({ icon, label, onRemove }: ChipProps) => (
  <span className="inline-flex h-6 max-w-72 items-center gap-1 rounded-md bg-accent-soft pl-2 text-small text-accent-ink">
    {icon}
    <bdi className="min-w-0 truncate" title={label}>
      {label}
    </bdi>
    <button
      type="button"
      aria-label={`Remove: ${label}`}
      className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-surface"
      onClick={onRemove}
    >
      <X className="size-3" aria-hidden />
    </button>
  </span>
)
