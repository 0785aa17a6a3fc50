import { useQuery } from '@tanstack/react-query'
import { Button } from '../design/index.ts'
import { money } from '../requests/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { numbersOf, rangeOf } from './figures.ts'
import { forecastOf } from './forecast.tsx'
import type { Scope } from './scopes.ts'
import type { Running } from './use-run.ts'

const stale: Scope = { statuses: ['STALE'] }

/** Runs all stale cells of the sheet. The button shows the likely cost. */
export function RunStale({ params, running }: { readonly params: SheetParams; readonly running: Running }) {
  const { data } = useQuery(forecastOf(params, stale))
  const cost = data?.total.cost && rangeOf(numbersOf(data.total.cost), money).likely
  const price = data && data.unknown.length > 0 ? 'cost unknown' : data?.columns.length ? cost : undefined
  return (
    <Button size="small" isBusy={running.isBusy} onClick={() => running.run(stale)}>
      Run stale{price && `: ${price}`}
    </Button>
  )
}
