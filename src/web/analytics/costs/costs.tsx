import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { RequestSource } from '../../../engine/search/sources.ts'
import { call, useMay } from '../../api/index.ts'
import { type Axis, ChartCard, type ChartSeries, timesOf, withoutGaps } from '../../charts/index.ts'
import { dayText } from '../../charts/values.ts'
import { Badge, Button, counted, Empty, FigureTable, QueryState } from '../../design/index.ts'
import { Calculator } from '../../icons/index.ts'
import {
  costText,
  FilterBar,
  type Filters,
  money,
  type Range,
  searchOf,
  spanOf,
  tokenText,
} from '../../requests/index.ts'
import { type DayCost, daysOf, type Ledger, modelsOf, sourcesOf, sumsByDay } from './ledger.ts'
import { PriceDialog, type PricedModel } from './price-dialog.tsx'
import { RepriceDialog } from './reprice-dialog.tsx'

interface Props {
  readonly filters: Filters
  readonly defaultRange: Range
  readonly onChange: (change: Filters) => void
  /** Called with the range that was dragged in the chart; each zoom is a history entry. */
  readonly onZoom: (from: string, to: string) => void
}

const dayMilliseconds = 86_400_000
const maxDays = 366
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Costs of requests by day, source and model, and the models without a price. */
export function Costs({ filters, defaultRange, onChange, onZoom }: Props) {
  const mayPrice = useMay('admin')
  const [isRepricing, setRepricing] = useState(false)
  const [pricedModel, setPricedModel] = useState<PricedModel | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['price-ledger', filters],
    queryFn: ({ signal }) => call('readPriceLedger', { query: ledgerQuery(filters), signal }),
  })
  const days = useMemo(() => data && chartOf(data), [data])
  const isNarrowed = Boolean(filters.find) || (filters.filters ?? []).length > 0
  const isCut = Date.now() - spanOf(filters, Date.now())!.from > (maxDays + 1) * dayMilliseconds
  return (
    <div className="flex flex-col border-t bg-surface pb-6">
      <FilterBar filters={filters} defaultRange={defaultRange} isOfEverySource onChange={onChange}>
        {mayPrice && data && (
          <Button onClick={() => setRepricing(true)}>
            <Calculator />
            Reprice
          </Button>
        )}
      </FilterBar>
      <p className="border-b px-4 py-2 text-small text-ink-faint">
        Requests of every source by day, in the time zone {timeZone}.
        {isCut && ` Only the last ${maxDays} days.`}
        {data && ` Price list ${data.price_list.name} of ${data.price_list.date}.`}
      </p>
      <QueryState query={{ data, error, refetch }} rows={8} />
      {data && days && data.requests === 0 && (
        <Empty title={isNarrowed ? 'No requests match' : 'No requests in this time range'}>
          {isNarrowed
            ? 'The ledger has only requests that pass the filters.'
            : 'The ledger adds up the cost of logged requests by day.'}
        </Empty>
      )}
      {data && days && data.requests > 0 && (
        <>
          {data.unknown_models.length > 0 && (
            <UnknownModels ledger={data} mayPrice={mayPrice} onPrice={setPricedModel} />
          )}
          <ChartCard
            title="Cost by day and source"
            figure={
              <>
                {costText(Number(data.total_cost), data.unpriced_requests)}{' '}
                <span className="text-ink-faint">{counted(data.requests, 'request')}</span>
              </>
            }
            {...days}
            isStacked
            format={money}
            height={160}
            isStale={isPlaceholderData}
            onSelect={(from, to) => onZoom(...timesOf(from, to))}
          />
          <Sources ledger={data} />
          <div className="overflow-x-auto">
            <Days ledger={data} {...days} />
            <Models ledger={data} filters={filters} />
          </div>
        </>
      )}
      {isRepricing && data && (
        <RepriceDialog from={data.from} to={data.to} onClose={() => setRepricing(false)} />
      )}
      {pricedModel && <PriceDialog model={pricedModel} onClose={() => setPricedModel(null)} />}
    </div>
  )
}

/** The query of the ledger, which has every source unless a filter names sources. */
function ledgerQuery(filters: Filters) {
  const { from, to } = spanOf(filters, Date.now())!
  const { q, filter_group } = searchOf(
    { find: filters.find, filters: filters.filters, everySource: true },
    Date.now(),
  )
  return {
    from: iso(from),
    to: iso(to),
    time_zone: timeZone,
    ...(q && { q }),
    ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
  }
}

function chartOf(ledger: Ledger) {
  const { times, costs } = daysOf(ledger)
  const span = { from: Date.parse(ledger.from), to: Date.parse(ledger.to) }
  const axis: Axis = { span, interval: 'day' }
  const filled = withoutGaps(
    { times, values: costs.map(({ values }) => values) },
    costs.map(() => 0),
    axis,
  )
  return {
    times: filled.times,
    span,
    series: costs.map(
      ({ source }, index): ChartSeries => ({
        label: sourceNames[source],
        kind: 'bars',
        color: sourceColors[source],
        values: filled.values[index]!,
      }),
    ),
  }
}

const noRequests: DayCost = { requests: 0, cost: 0, unpriced: 0 }
/** The days of the table; a longer range has its days in the chart. */
const maxShownDays = 31

/** The newest days, also those without requests. A day that the time range cuts says so. */
function Days({ ledger, times, span }: { ledger: Ledger } & ReturnType<typeof chartOf>) {
  const sums = sumsByDay(ledger)
  const shown = times
    .map((time, index) => ({ text: dayText(times, index, span), ...(sums.get(time) ?? noRequests) }))
    .reverse()
    .slice(0, maxShownDays)
  return (
    <FigureTable
      label={times.length > maxShownDays ? `Cost by day, the last ${maxShownDays}` : 'Cost by day'}
      className="mt-2 min-w-[40rem] border-t"
      heads={['Day', 'Requests', 'Cost', 'Without a price']}
      rows={shown}
      keyOf={({ text }) => text}
      nameOf={({ text }) => text}
      figuresOf={({ requests, cost, unpriced }) => [
        requests === 0 ? 'no requests' : requests.toLocaleString('en'),
        requests === 0 ? '–' : unpriced === requests ? 'no price' : money(cost),
        unpriced === 0 ? '–' : unpriced.toLocaleString('en'),
      ]}
    />
  )
}

const sourceNames: Record<RequestSource, string> = {
  app: 'Application',
  workflow: 'Workflow',
  evaluation: 'Evaluation',
  playground: 'Playground',
}

const sourceColors: Record<RequestSource, string> = {
  app: 'accent',
  workflow: 'note',
  evaluation: 'computed',
  playground: 'kind-retriever',
}

/** Costs of production, separate from costs of evaluations and of the playground. */
const Sources = ({ ledger }: { ledger: Ledger }) => (
  <dl aria-label="Cost by source" className="flex flex-wrap divide-x border-t">
    {sourcesOf(ledger).map(({ source, cost, unpriced, requests }) => (
      <div key={source} className="flex-auto px-4 py-2">
        <dt className="flex items-center gap-1.5 text-small text-ink-faint">
          <span
            aria-hidden
            className="size-2 rounded-sm"
            style={{ background: `var(--color-${sourceColors[source]})` }}
          />
          {sourceNames[source]}
        </dt>
        <dd className="text-title font-semibold tabular-nums">
          {unpriced === requests ? 'no price' : money(cost)}
        </dd>
        <dd className="text-small text-ink-faint">
          {counted(requests, 'request')}
          {unpriced > 0 && `, ${unpriced.toLocaleString('en')} without a price`}
        </dd>
      </div>
    ))}
  </dl>
)

interface UnknownProps {
  readonly ledger: Ledger
  readonly mayPrice: boolean
  readonly onPrice: (model: PricedModel) => void
}

const UnknownModels = ({ ledger, mayPrice, onPrice }: UnknownProps) => (
  <section
    aria-label="Models without a price"
    className="mx-4 my-3 rounded-lg border border-warning-edge bg-warning-soft px-3 py-2"
  >
    <h2 className="font-medium text-warning">
      {ledger.unknown_models.length === 1
        ? 'One model has no price; its requests are not in the cost.'
        : `${ledger.unknown_models.length} models have no price; their requests are not in the cost.`}
    </h2>
    <ul>
      {ledger.unknown_models.map(({ provider, model, requests, known_now }) => (
        <li key={`${provider} ${model}`} className="flex min-h-8 items-center gap-2">
          <span className="min-w-0 truncate">
            <bdi>{provider}</bdi> <bdi className="font-medium">{model}</bdi>
          </span>
          <span className="text-ink-soft tabular-nums">{counted(requests, 'request')}</span>
          {known_now && <Badge tone="good">has a price now: press Reprice</Badge>}
          {mayPrice && !known_now && (
            <Button
              size="small"
              className="ml-auto"
              aria-label={`Set a price for ${model}`}
              onClick={() => onPrice({ provider, model })}
            >
              Set a price
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const Models = ({ ledger, filters }: { ledger: Ledger; filters: Filters }) => {
  const models = modelsOf(ledger)
  return (
    <FigureTable
      label="Cost by model"
      className="mt-2 min-w-[40rem] border-t"
      heads={['Model', 'Requests', 'Tokens', 'Cost', 'Reported by client', 'Without a price']}
      rows={models}
      keyOf={({ provider, model }) => `${provider} ${model}`}
      nameOf={({ provider, model }) => (
        <Link
          to="/requests"
          search={{
            find: filters.find,
            range: filters.range,
            from: filters.from,
            to: filters.to,
            everySource: true,
            filters: [
              ...(filters.filters ?? []),
              { field: 'engine', operator: 'is', value: model },
              { field: 'provider_type', operator: 'is', value: provider },
            ],
          }}
          className="hover:underline"
        >
          <bdi>{model}</bdi> <bdi className="text-ink-faint">{provider}</bdi>
        </Link>
      )}
      figuresOf={({ requests, tokens, uncounted, unpriced, cost, reportedCost }) => [
        requests.toLocaleString('en'),
        tokenText(tokens, uncounted),
        unpriced === requests ? 'no price' : money(cost),
        reportedCost === 0 ? '–' : money(reportedCost),
        unpriced === 0 ? '–' : unpriced.toLocaleString('en'),
      ]}
    />
  )
}

/** A time as ISO text. Times before the limit of the ledger, 366 days, become that limit. */
const iso = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.now() - maxDays * dayMilliseconds)).toISOString()
