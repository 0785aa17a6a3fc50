import { Link } from '@tanstack/react-router'
import { LastRun, type Overview, Score } from './table-figures.tsx'

/** Links to tables with their last run and score. */
export const TableResults = ({ overviews }: { readonly overviews: readonly Overview[] }) => (
  <ul className="flex flex-col">
    {overviews.map(({ table_id, title, run, score }) => (
      <li key={table_id} className="border-t">
        <Link
          to="/tables/$tableId"
          params={{ tableId: table_id }}
          className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
        >
          <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
          <span className="shrink-0 text-small text-ink-soft">
            <LastRun run={run} />
          </span>
          <span className="min-w-14 shrink-0 text-right tabular-nums">
            <Score score={score} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
