import { offsetsOf } from '../../engine/analytics/index.ts'
import { dollars, isPriced, Money } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import {
  costByDay,
  newestUnknown,
  priceableOf,
  pricedCallOf,
  readFilterText,
  searchCosts,
} from '../requests/index.ts'
import { findListInForce } from './list-queries.ts'
import { nameOfList } from './present-list.ts'

type DayCost = Awaited<ReturnType<typeof costByDay>>[number]

const day = 86_400_000
const defaultDays = 30
const maxDays = 366
/** Maximum rows of days and models; a larger result is refused. */
const maxRows = 20_000

export const readPriceLedger: Handler<'readPriceLedger'> = async (context, { caller, query }) => {
  const { store, now, prices } = context
  const to = query.to ?? now()
  const from = query.from ?? Math.max(0, to - defaultDays * day)
  const window = checkedWindow({ from, to }, 'query')
  if (to - from > maxDays * day) throw wrongWindow(`is more than ${maxDays} days before \`to\``, 'query')
  const options = { offsets: offsetsOf(query.time_zone, from, to), limit: maxRows + 1 }
  const filter_group = readFilterText(query.filter_group)
  const rows =
    filter_group === undefined && query.q === undefined
      ? await costByDay(store, caller.workspace, window, options)
      : await searchCosts(store, caller.workspace, { filter_group, q: query.q ?? null }, window, options)
  if (rows.length > maxRows)
    throw new Refusal(
      'bad_request',
      `The ledger would have more than ${maxRows} rows, one for each day and model; choose a shorter window.`,
    )
  const priceOf = await prices.load(caller.workspace)
  const newest = await newestUnknown(store.scan, caller.workspace, window)
  const knownNow = new Set(
    newest.filter((row) => priceOf(pricedCallOf(priceableOf(row))).source === 'computed').map(nameOf),
  )
  return {
    success: true as const,
    from: isoTime(from),
    to: isoTime(to),
    price_list: nameOfList((await findListInForce(store.db, caller.workspace)) ?? null),
    total_cost: dollars(sum(rows)),
    requests: count(rows, 'requests'),
    unpriced_requests: unpricedIn(rows),
    entries: groupsOf(rows, ({ day, provider, model }) => [day, provider, model]).map(entryOf),
    sources: groupsOf(rows, ({ day, source }) => [day, source]).map(sourceOf),
    unknown_models: groupsOf(
      rows.filter((row) => row.price_source === 'unknown_model'),
      ({ provider, model }) => [provider, model],
    ).map((group) => unknownOf(group, knownNow)),
  }
}

export function checkedWindow(window: { from: number; to: number }, part: 'query' | 'body') {
  if (window.from < window.to) return window
  throw wrongWindow('must be before `to`', part)
}

const wrongWindow = (message: string, part: string) =>
  new Refusal('invalid', message, { loc: [part, 'from'] })

function groupsOf(rows: DayCost[], keyOf: (row: DayCost) => unknown[]): DayCost[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()]
}

const costOfRow = ({ micros, picos, large }: DayCost): Money =>
  new Money(micros).div(1e6).plus(new Money(picos).div(1e12)).plus(large)

const sum = (rows: readonly DayCost[]): Money =>
  rows.reduce((total, row) => total.plus(costOfRow(row)), new Money(0))

const count = (
  rows: readonly DayCost[],
  field: 'requests' | 'input_tokens' | 'output_tokens' | 'uncounted',
) => rows.reduce((total, row) => total + row[field], 0)

const counts = (rows: readonly DayCost[]) => ({
  requests: count(rows, 'requests'),
  input_tokens: count(rows, 'input_tokens'),
  output_tokens: count(rows, 'output_tokens'),
  uncounted_requests: count(rows, 'uncounted'),
})

const unpricedIn = (rows: readonly DayCost[]): number =>
  count(
    rows.filter(({ price_source }) => !isPriced(price_source)),
    'requests',
  )

function sourceOf(rows: DayCost[]) {
  const [first] = rows as [DayCost]
  return {
    day: isoTime(first.day * day).slice(0, 10),
    source: first.source,
    requests: count(rows, 'requests'),
    cost: dollars(sum(rows)),
    unpriced_requests: unpricedIn(rows),
  }
}

function entryOf(rows: DayCost[]) {
  const [first] = rows as [DayCost]
  const from = (source: DayCost['price_source']) => rows.filter(({ price_source }) => price_source === source)
  return {
    day: isoTime(first.day * day).slice(0, 10),
    provider: first.provider,
    model: first.model,
    ...counts(rows),
    cost: dollars(sum(rows)),
    given_cost: dollars(sum(from('given'))),
    given_requests: count(from('given'), 'requests'),
    unknown_model_requests: count(from('unknown_model'), 'requests'),
    no_usage_requests: count(from('no_usage'), 'requests'),
  }
}

const nameOf = ({ provider, model }: Pick<DayCost, 'provider' | 'model'>) => JSON.stringify([provider, model])

function unknownOf(rows: DayCost[], knownNow: ReadonlySet<string>) {
  const [first] = rows as [DayCost]
  return {
    provider: first.provider,
    model: first.model,
    ...counts(rows),
    known_now: knownNow.has(nameOf(first)),
  }
}
