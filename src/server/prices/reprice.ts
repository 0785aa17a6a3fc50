import { costDecimals, dollars, Money, repriced } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Store } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import type { Pricer } from '../pricer.ts'
import {
  countToPrice,
  type PriceChange,
  pagesToPrice,
  priceableOf,
  pricedCallOf,
  setPrices,
} from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { namedWorkspace } from '../workspaces/index.ts'
import { checkedWindow } from './ledger.ts'
import { createPricer } from './pricer.ts'

interface Tally {
  readonly provider: string
  readonly model: string
  requests: number
  changed: number
  unknown: number
  before: Money
  after: Money
}

interface Job {
  readonly from: number
  readonly to: number
  readonly apply: boolean
}

/** Maximum requests of one HTTP call; the command has no limit. */
const maxOverHttp = 200_000

export const repriceRequests: Handler<'repriceRequests'> = async (context, { caller, body }) => {
  checkedWindow(body, 'body')
  return reprice(context, caller.workspace, body, maxOverHttp)
}

/** Runs `galley reprice`: returns the difference for each model, and stores the new prices if `job.apply` is true. */
export async function repriceWindow(store: Store, workspace: number, job: Job, now: () => number) {
  if (job.from >= job.to) throw new Refusal('bad_request', '--from must be before --to')
  const context = { store, prices: createPricer(store, now), now }
  return reprice(context, await namedWorkspace(store, workspace), job, Number.POSITIVE_INFINITY)
}

/** Reads the time span in pages. The changes of a page are one unit. */
async function reprice(
  { store, prices, now }: Pick<Context, 'store' | 'prices' | 'now'>,
  workspace: WorkspaceId,
  { from, to, apply }: Job,
  maxRequests: number,
) {
  const window = { from, to }
  if ((await countToPrice(store.scan, workspace, window, maxRequests + 1)) > maxRequests)
    throw new Refusal(
      'bad_request',
      `The window has more than ${maxRequests} requests; choose a shorter one, or run \`galley reprice\`.`,
    )
  const priceOf = await prices.load(workspace)
  const tallies = new Map<string, Tally>()
  for await (const page of pagesToPrice(store.scan, workspace, window)) {
    const changes = page.flatMap((row) => changeOf(row, workspace, priceOf, tallies))
    if (apply) await setPrices(store, changes, now())
  }
  const models = [...tallies.values()]
  return {
    success: true as const,
    applied: apply,
    requests: total(models, 'requests'),
    changed: total(models, 'changed'),
    ...difference(amount(models, 'before'), amount(models, 'after')),
    models: models.map(presentTally),
  }
}

const total = (models: readonly Tally[], field: 'requests' | 'changed') =>
  models.reduce((sum, model) => sum + model[field], 0)

const amount = (models: readonly Tally[], field: 'before' | 'after') =>
  models.reduce((sum, model) => sum.plus(model[field]), new Money(0))

const presentTally = (tally: Tally) => ({
  provider: tally.provider,
  model: tally.model,
  requests: tally.requests,
  changed: tally.changed,
  unknown: tally.unknown,
  ...difference(tally.before, tally.after),
})

const difference = (before: Money, after: Money) => ({
  before: dollars(before),
  after: dollars(after),
  difference: dollars(after.minus(before)),
})

type Row = Parameters<typeof priceableOf>[0] & Parameters<typeof repriced>[0] & { readonly id: number }

/** Adds the row to the sums of its model. Returns the change to write, if there is one. */
function changeOf(
  row: Row,
  workspace: WorkspaceId,
  priceOf: Awaited<ReturnType<Pricer['load']>>,
  tallies: Map<string, Tally>,
): PriceChange[] {
  const change = repriced(row, priceOf(pricedCallOf(priceableOf(row))))
  const { price, price_source } = change ?? row
  const tally = tallyOf(tallies, row)
  tally.requests += 1
  if (change) tally.changed += 1
  if (price_source === 'unknown_model') tally.unknown += 1
  tally.before = tally.before.plus(exact(row.price))
  tally.after = tally.after.plus(exact(price))
  return change ? [{ workspace, id: row.id, price, price_source }] : []
}

/** A stored price has twelve decimals, which a double may not hold exactly. */
const exact = (price: number) => new Money(price).toDecimalPlaces(costDecimals)

function tallyOf(tallies: Map<string, Tally>, { provider, model }: Row): Tally {
  const key = JSON.stringify([provider, model])
  const zero = new Money(0)
  const tally = tallies.get(key) ?? {
    provider,
    model,
    requests: 0,
    changed: 0,
    unknown: 0,
    before: zero,
    after: zero,
  }
  tallies.set(key, tally)
  return tally
}
