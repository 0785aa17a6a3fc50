import type { ReactNode } from 'react'
import { downstreamOf, type Reference, readBy } from '../../columns/forms.ts'
import { ArrowRight } from '../../icons/index.ts'
import type { Column } from '../../sheets/index.ts'

interface Props {
  readonly column: Column | undefined
  readonly columns: readonly Column[]
  readonly references: readonly Reference[]
}

/** The columns that a column reads, and the columns that read it. */
export function Dependencies({ column, columns, references }: Props) {
  const sources = readBy(columns, references)
  const readers = column ? downstreamOf(columns, column.id) : []
  if (sources.length === 0 && readers.length === 0) return null
  return (
    <section
      aria-label="Dependencies"
      className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2 text-small"
    >
      {sources.length > 0 && (
        <Line name="Reads">
          <Titles columns={sources} />
        </Line>
      )}
      {readers.length > 0 && (
        <Line name="Read by">
          <Titles columns={readers} />
        </Line>
      )}
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="flex items-baseline gap-2">
    <span className="w-14 shrink-0 text-ink-faint">{name}</span>
    <ArrowRight className="size-3 shrink-0 self-center text-ink-faint" aria-hidden />
    <span className="min-w-0">{children}</span>
  </p>
)

const Titles = ({ columns }: { columns: readonly Column[] }) => (
  <span className="flex flex-wrap gap-1">
    {columns.map(({ id, title }) => (
      <span key={id} className="max-w-40 truncate rounded-sm bg-raised px-1.5">
        {title}
      </span>
    ))}
  </span>
)
