import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type Filters, LazyRequestCharts, TimeSelect } from '../../requests/index.ts'
import { useShortcuts } from '../../shell/index.ts'

const defaultRange = '30d'

type Times = Pick<Filters, 'range' | 'from' | 'to'>

interface Props {
  /** The filter of the user's requests. */
  readonly filters: Filters
  readonly times: Times
  readonly onChange: (times: Times) => void
}

/** Requests, errors, latency and cost of a user over time. Dragging zooms, a click opens the requests of a bucket. */
export function UserActivity({ filters, times, onChange }: Props) {
  const navigate = useNavigate()
  const zoomOut = () => onChange({ from: undefined, to: undefined })
  useShortcuts(times.from ? { Escape: zoomOut } : {})
  const shown: Filters = { ...filters, ...(times.from ? times : { range: times.range ?? defaultRange }) }
  return (
    <section aria-label="Activity" className="shrink-0">
      <header className="flex items-center gap-2 border-b bg-surface px-4 py-1.5">
        <h2 className="flex-1 text-small font-medium text-ink-soft">Activity</h2>
        <TimeSelect
          times={times.from || times.range ? times : { range: defaultRange }}
          defaultRange={defaultRange}
          onChange={onChange}
        />
      </header>
      <Suspense fallback={<div className="min-h-[133px] border-b bg-surface" />}>
        <LazyRequestCharts
          filters={shown}
          onSelect={(from, to) => onChange({ range: times.range, from, to })}
          onPick={(from, to) => void navigate({ to: '/requests', search: { ...filters, from, to } })}
          onReset={times.from ? zoomOut : undefined}
        />
      </Suspense>
    </section>
  )
}
