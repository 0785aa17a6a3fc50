import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '../design/index.ts'
import { money } from '../requests/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { numbersOf, rangeOf } from './figures.ts'
import { forecastOf } from './forecast.tsx'
import type { Scope } from './scopes.ts'
import type { Running } from './use-run.ts'

interface Props {
  readonly params: SheetParams
  readonly title: string
  readonly columns: readonly string[]
  readonly running: Running
  readonly onClose: () => void
}

/** After a column was saved: what is stale by it, and what computing that is about. */
export function StaleBanner({ params, title, columns, running, onClose }: Props) {
  const scope: Scope = { column_ids: [...columns], statuses: ['STALE'] }
  const { data } = useQuery(forecastOf(params, scope))
  if (!data || data.cell_count === 0) return null
  const cells = data.cell_count.toLocaleString('en')
  const cost = data.columns.length > 0 && data.total.cost && rangeOf(numbersOf(data.total.cost), money).likely
  const isKnown = data.unknown.length === 0
  return (
    <section
      aria-label="Stale cells"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b bg-warning-soft px-4 py-1.5"
    >
      <p className="text-warning">
        {title} saved. {cells} {data.cell_count === 1 ? 'cell is' : 'cells are'} stale.
      </p>
      <Button
        size="small"
        className="ml-auto"
        isBusy={running.isBusy}
        onClick={() => {
          running.run(scope)
          onClose()
        }}
      >
        Run stale ({cells}){cost && isKnown ? `, ${cost}` : ''}
        {!isKnown && ', cost unknown'}
      </Button>
      <Button kind="quiet" size="small-icon" aria-label="Later" onClick={onClose}>
        <X />
      </Button>
    </section>
  )
}
