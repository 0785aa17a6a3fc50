import { z } from 'zod'
import { answer, endpointsOf, named, sumOfCounts, timestamp } from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { timeZone } from '../requests/analytics.ts'
import { RequestSource } from '../requests/requests.ts'
import { SearchWords } from '../requests/search.ts'
import { PriceList } from './price-lists.ts'

const define = endpointsOf({ tags: ['prices'] })
const ledgerPath = '/api/public/v2/price-ledger'

/** Exact US dollars as decimal text. */
const Dollars = z.string()
const Counts = {
  requests: z.int(),
  input_tokens: sumOfCounts,
  output_tokens: sumOfCounts,
  /** Requests without token counts; the sums of tokens leave them out. */
  uncounted_requests: z.int(),
}

const LedgerEntry = named('LedgerEntry', {
  day: z.iso.date(),
  provider: z.string(),
  model: z.string(),
  ...Counts,
  cost: Dollars,
  /** The part of the cost that callers sent themselves. */
  given_cost: Dollars,
  given_requests: z.int(),
  unknown_model_requests: z.int(),
  no_usage_requests: z.int(),
})

const LedgerSource = named('LedgerSource', {
  day: z.iso.date(),
  source: RequestSource,
  requests: z.int(),
  cost: Dollars,
  unpriced_requests: z.int(),
})

const UnknownModel = named('UnknownModel', {
  provider: z.string(),
  model: z.string(),
  ...Counts,
  known_now: z.boolean(),
})

export const readPriceLedger = define({
  id: 'read_price_ledger',
  get: ledgerPath,
  summary: 'Read the cost by day and model, and the models without a known price',
  description:
    'Days are those of the start of a request in `time_zone`, by default UTC. `filter_group`, the filter of a search ' +
    'as JSON text, and `q`, its words, select requests; without them all count. The window runs from `from` to before `to`: the last ' +
    '30 days by default, 366 days at most. `unknown_models` counts, by model, the requests with tokens whose model has ' +
    'no known price. `total_cost` leaves out these and the requests without tokens. `known_now` is true if a ' +
    'price is known today: repricing then adds the cost.',
  query: z.object({
    from: Moment.optional(),
    to: Moment.optional(),
    time_zone: timeZone,
    filter_group: z.string().max(8_000).optional(),
    q: SearchWords.optional(),
  }),
  success: {
    200: answer('PriceLedgerResponse', {
      from: timestamp,
      to: timestamp,
      /** The price list in force, and its date. */
      price_list: PriceList.pick({ id: true, source: true, name: true, format: true, date: true }),
      total_cost: Dollars,
      requests: z.int(),
      /** Requests without a known price; `total_cost` leaves them out. */
      unpriced_requests: z.int(),
      entries: z.array(LedgerEntry),
      /** The same cost by day and by the feature that sent the requests. */
      sources: z.array(LedgerSource),
      unknown_models: z.array(UnknownModel),
    }),
  },
  example: { query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
})

const Repriced = named('RepricedModel', {
  provider: z.string(),
  model: z.string(),
  requests: z.int(),
  changed: z.int(),
  unknown: z.int(),
  before: Dollars,
  after: Dollars,
  difference: Dollars,
})

export const repriceRequests = define({
  id: 'reprice_requests',
  post: `${ledgerPath}/reprice`,
  summary: 'Compute the prices of a window again: preview the difference, or apply it',
  description:
    'Each request gets the price in force when it started, from the price lists and overrides of today. ' +
    'Prices sent by callers stay, and a computed price is never removed. Without `apply` nothing is ' +
    'written. Applying proceeds in steps: an interrupted call can be sent again.',
  role: 'admin',
  body: z.strictObject({ from: Moment, to: Moment, apply: z.boolean().default(false) }),
  success: {
    200: answer('RepriceResponse', {
      applied: z.boolean(),
      requests: z.int(),
      changed: z.int(),
      before: Dollars,
      after: Dollars,
      difference: Dollars,
      models: z.array(Repriced),
    }),
  },
  example: { body: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
})
