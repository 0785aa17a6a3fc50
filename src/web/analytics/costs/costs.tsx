import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { RequestSource } from '../../../engine/search/sources.ts'
import { call, useMay } from '../../api/index.ts'
import { type Axis, ChartCard, type ChartSeries, withoutGaps } from '../../charts/index.ts'
import { Badge, Button, counted, FigureTable, QueryState, Select } from '../../design/index.ts'
import { Calculator } from '../../icons/index.ts'
import { costText, type Filters, money, spanOf, tokenText } from '../../requests/index.ts'
import { daysOf, type Ledger, modelsOf, shownTime, sourcesOf, utcTime } from './ledger.ts'
import { PriceDialog, type PricedModel } from './price-dialog.tsx'
import { RepriceDialog } from './reprice-dialog.tsx'

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
}

const windows = { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' } as const
const dayMilliseconds = 86_400_000

/** Costs of requests by source and model, and the models without a price. */
export function Costs({ filters, onChange }: Props) {
  const mayPrice = useMay('admin')
  const [isRepricing, setRepricing] = useState(false)
  const [pricing, setPricing] = useState<PricedModel | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['price-ledger', filters.range, filters.from, filters.to],
    queryFn: ({ signal }) => {
      const { from, to } = spanOf(filters, Date.now())!
      return call('readPriceLedger', { query: { from: iso(from), to: iso(to) }, signal })
    },
  })
  const days = useMemo(() => data && chartOf(data), [data])
  return (
    <div className="flex flex-col border-t bg-surface pb-6">
      <div className="flex items-center gap-2 border-b px-4 py-2 max-sm:flex-wrap">
        <Select
          label="Time"
          value={filters.from ? 'drawn' : (filters.range ?? '7d')}
          onChange={(range) => onChange({ range: range as '7d', from: undefined, to: undefined })}
          choices={[
            ...(filters.from ? [{ value: 'drawn', label: 'Chosen in the chart' }] : []),
            ...Object.entries(windows).map(([value, label]) => ({ value, label })),
          ]}
        />
        <p className="text-small text-ink-faint">
          Requests of every source by day in UTC. Filters do not apply.
          {data && ` Price list ${data.price_list.name} of ${data.price_list.date}.`}
        </p>
        {mayPrice && data && (
          <Button className="ml-auto" onClick={() => setRepricing(true)}>
            <Calculator />
            Reprice
          </Button>
        )}
      </div>
      <QueryState query={{ data, error, refetch }} rows={8} />
      {data && days && (
        <>
          {data.unknown_models.length > 0 && (
            <UnknownModels ledger={data} mayPrice={mayPrice} onPrice={setPricing} />
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
            onSelect={(from, to) =>
              onChange({ from: iso(utcTime(from * 1000)), to: iso(utcTime(to * 1000)) })
            }
          />
          <Sources ledger={data} />
          <div className="overflow-x-auto">
            <Models ledger={data} times={{ range: filters.range, from: filters.from, to: filters.to }} />
          </div>
        </>
      )}
      {isRepricing && data && (
        <RepriceDialog from={data.from} to={data.to} onClose={() => setRepricing(false)} />
      )}
      {pricing && <PriceDialog model={pricing} onClose={() => setPricing(null)} />}
    </div>
  )
}

function chartOf(ledger: Ledger) {
  const { times, costs } = daysOf(ledger)
  const shifted = times.map((time) => shownTime(time * 1000) / 1000)
  const span = {
    from: shownTime(Date.parse(ledger.from)),
    to: shownTime(Date.parse(ledger.to)),
    now: shownTime(Date.now()),
  }
  const axis: Axis = { span, interval: 'day' }
  const filled = withoutGaps(
    { times: shifted, values: costs.map(({ values }) => values) },
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

const Models = ({ ledger, times }: { ledger: Ledger; times: Filters }) => {
  const models = modelsOf(ledger)
  return (
    <>
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
              ...times,
              everySource: true,
              filters: [
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
      {models.length === 0 && <p className="px-3 py-2 text-ink-faint">No requests in this time range.</p>}
    </>
  )
}

/** A time as ISO text. Times before the limit of the ledger, 366 days, become that limit. */
const iso = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.now() - 366 * dayMilliseconds)).toISOString()
