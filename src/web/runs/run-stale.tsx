import { useQuery } from '@tanstack/react-query'
import { Button } from '../design/index.ts'
import { money } from '../requests/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { atLeast, numbersOf, rangeOf } from './figures.ts'
import { forecastOf } from './forecast.tsx'
import type { Scope } from './scopes.ts'
import type { Running } from './use-run.ts'

const stale: Scope = { statuses: ['STALE'] }

/** Runs all stale cells of the sheet. The button shows the likely cost; unless the whole cost is known, a dialog asks first. */
export function RunStale({ params, running }: { readonly params: SheetParams; readonly running: Running }) {
  const { data, isLoading } = useQuery(forecastOf(params, stale))
  const total = data?.total.cost && numbersOf(data.total.cost)
  const price =
    total && data.unknown.length > 0
      ? (atLeast(total, money)?.likely ?? 'cost unknown')
      : total && data.columns.length > 0 && rangeOf(total, money).likely
  const isCostKnown = data?.unknown.length === 0
  return (
    <Button
      size="small"
      isBusy={running.isBusy || isLoading}
      onClick={() => (isCostKnown ? running.run(stale) : running.openDialog(null))}
    >
      Run stale{price && `: ${price}`}
    </Button>
  )
}
