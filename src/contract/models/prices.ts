import { z } from 'zod'
import { longestName } from '../../engine/limits.ts'
import { priceListFormats, rateKinds } from '../../engine/price/index.ts'
import {
  cleanText,
  Deleted,
  defineEndpoint,
  idOf,
  namedErrors,
  standardErrors,
  sumOfCounts,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { RequestSource } from '../requests/requests.ts'

const tags = ['prices'] as const
const overridesPath = '/api/public/v2/price-overrides'
const ledgerPath = '/api/public/v2/price-ledger'

/** US dollars for a million tokens. Six decimals, so that the price of one token is exact with twelve. */
const rateText = /^\d{1,9}(?:\.\d{1,6})?$/
const Rate = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(rateText, 'must be a decimal number with at most 9 digits and 6 decimals'))
  .meta({
    wire: {
      anyOf: [
        { type: 'string', pattern: rateText.source },
        { type: 'number', minimum: 0 },
      ],
    },
  })

const GivenRates = z
  .partialRecord(z.enum(rateKinds), Rate)
  .refine((rates) => Object.keys(rates).length > 0, 'must hold at least one rate')
const Rates = z.partialRecord(z.enum(rateKinds), z.string())

const ProviderName = cleanText.min(1).max(255)
/** The number of stars is limited to bound the time of a match. */
const ModelPattern = cleanText
  .min(1)
  .max(255)
  .refine((pattern) => pattern.split('*').length <= 9, 'must hold at most 8 stars')

/** As providers name it: `batch`, `flex`, `priority`; null is the standard tier. */
const ServiceTier = cleanText.min(1).max(32).nullable()

export const PriceOverride = z
  .object({
    id: z.int(),
    workspace_id: z.int(),
    provider: z.string().nullable(),
    model: z.string(),
    service_tier: z.string().nullable(),
    from: timestamp,
    to: timestamp.nullable(),
    rates: Rates,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PriceOverride' })

const OneOverride = z
  .object({ success: z.literal(true), price_override: PriceOverride })
  .meta({ id: 'PriceOverrideResponse' })

const OverrideId = z.object({ price_override_id: textId('price-override') })

export const listPriceOverrides = defineEndpoint({
  id: 'list_price_overrides',
  method: 'get',
  path: overridesPath,
  summary: "List the workspace's own prices",
  tags,
  auth: 'header',
  success: {
    200: z
      .object({ success: z.literal(true), price_overrides: z.array(PriceOverride) })
      .meta({ id: 'PriceOverridesResponse' }),
  },
  errors: namedErrors,
  example: {},
})

export const createPriceOverride = defineEndpoint({
  id: 'create_price_override',
  method: 'post',
  path: overridesPath,
  summary: "Set a price of the workspace's own",
  description:
    'Rates are US dollars for a million tokens; `request` and `web_search` for a million of them. Cached ' +
    'and cache-write tokens are part of the input, and reasoning tokens part of the output; without a ' +
    'rate of their own they cost the rate of the whole. Audio, images in the output, one-hour cache ' +
    'writes and web searches have no such default: a request that used one has no price unless its rate ' +
    'is set. The price applies to requests that started at `from` or later and before `to`, served in ' +
    '`service_tier` (null: the standard tier). Each `*` in `model` matches any characters. The narrowest ' +
    'matching override wins, then the latest one. Requests already logged keep their price until they ' +
    'are repriced.',
  tags,
  auth: 'header',
  role: 'admin',
  body: z.strictObject({
    provider: ProviderName.nullable().default(null),
    model: ModelPattern,
    service_tier: ServiceTier.default(null),
    from: Moment.default(0),
    to: Moment.nullable().default(null),
    rates: GivenRates,
  }),
  success: { 201: OneOverride },
  errors: namedErrors,
  example: {
    body: {
      provider: 'openai',
      model: 'our-fine-tune-*',
      from: '2026-01-01T00:00:00Z',
      rates: { input: '0.30', cached_input: '0.15', output: '1.20' },
    },
  },
})

export const updatePriceOverride = defineEndpoint({
  id: 'update_price_override',
  method: 'patch',
  path: `${overridesPath}/{price_override_id}`,
  summary: "Change a price of the workspace's own; `rates` are replaced whole",
  tags,
  auth: 'header',
  role: 'admin',
  params: OverrideId,
  body: z.strictObject({
    provider: ProviderName.nullable().optional(),
    model: ModelPattern.optional(),
    service_tier: ServiceTier.optional(),
    from: Moment.optional(),
    to: Moment.nullable().optional(),
    rates: GivenRates.optional(),
  }),
  success: { 200: OneOverride },
  errors: namedErrors,
  example: { params: { price_override_id: 1 }, body: { rates: { input: '0.25', output: '1.00' } } },
})

export const deletePriceOverride = defineEndpoint({
  id: 'delete_price_override',
  method: 'delete',
  path: `${overridesPath}/{price_override_id}`,
  summary: "Delete a price of the workspace's own",
  tags,
  auth: 'header',
  role: 'admin',
  params: OverrideId,
  success: { 200: Deleted },
  errors: namedErrors,
  example: { params: { price_override_id: 1 } },
})

const ListedModel = z
  .object({
    provider: z.string(),
    name: z.string(),
    /** Null: the price list does not say. */
    context_tokens: z.int().nullable(),
    /** Rates of the standard tier for a short input; null: no rate. */
    input: z.string().nullable(),
    output: z.string().nullable(),
  })
  .meta({ id: 'ListedModel' })

const modelsPath = '/api/public/v2/models'

export const listModels = defineEndpoint({
  id: 'list_models',
  method: 'get',
  path: modelsPath,
  summary: 'List models to choose from, with their context and price',
  description:
    "Models with an output priced by token: those with a price of the workspace's own, and those of its " +
    'price list, provider by provider. Rates are US dollars for a million tokens.',
  tags,
  auth: 'header',
  query: z.object({
    /** As templates name it; without it, all providers that templates can run with. */
    provider: ProviderName.optional(),
    /** Parts of the names of provider and model. */
    search: cleanText.max(255).optional(),
    limit: textInteger({ minimum: 1, maximum: 500 }).default(100),
  }),
  success: {
    200: z
      .object({ success: z.literal(true), models: z.array(ListedModel), has_more: z.boolean() })
      .meta({ id: 'ListedModelsResponse' }),
  },
  errors: standardErrors,
  example: { query: { provider: 'openai', search: 'mini' } },
})

export const findModel = defineEndpoint({
  id: 'find_model',
  method: 'get',
  path: `${modelsPath}/find`,
  summary: 'Find the price of a model name, and the providers that have it',
  description:
    'The name is read as that of a logged request: `gpt-4o-2024-08-06` costs what `gpt-4o` costs. `model` ' +
    'is null if its calls would have no price. `listed_by` names the providers whose price list has it.',
  tags,
  auth: 'header',
  /** As long as those of logged requests. */
  query: z.object({ provider: cleanText.max(longestName), name: cleanText.min(1).max(longestName) }),
  success: {
    200: z
      .object({ success: z.literal(true), model: ListedModel.nullable(), listed_by: z.array(z.string()) })
      .meta({ id: 'FoundModelResponse' }),
  },
  errors: standardErrors,
  example: { query: { provider: 'openai', name: 'gpt-4o-2024-08-06' } },
})

const listsPath = '/api/public/v2/price-lists'
/** Bytes; the longest list in use has 3.2 MB. */
export const largestPriceList = 8 * 1024 * 1024

export const PriceList = z
  .object({
    /** Null: the built-in list, or a list that is not applied yet. */
    id: z.int().nullable(),
    source: z.enum(['built_in', 'file', 'url']),
    name: z.string(),
    /** The address it was fetched from, without the query. */
    url: z.string().nullable(),
    format: z.enum(priceListFormats),
    /** Release date of the built-in list; import date of any other. */
    date: z.iso.date(),
    models: z.int(),
    imported_by: z.string().nullable(),
    imported_at: timestamp.nullable(),
    /** Whether prices are computed from this list. */
    in_force: z.boolean(),
  })
  .meta({ id: 'PriceList' })

export const listPriceLists = defineEndpoint({
  id: 'list_price_lists',
  method: 'get',
  path: listsPath,
  summary: "List the workspace's price lists: the built-in one, then the last five imported",
  tags,
  auth: 'header',
  success: {
    200: z
      .object({ success: z.literal(true), price_lists: z.array(PriceList) })
      .meta({ id: 'PriceListsResponse' }),
  },
  errors: standardErrors,
  example: {},
})

const PriceListFigure = z
  .object({
    kind: z.enum(rateKinds),
    service_tier: z.string().nullable(),
    /** The rate applies to calls with a longer input; null: to all calls. */
    over_input_tokens: z.number().nullable(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'PriceListFigure' })

const PriceListChange = z
  .object({
    change: z.enum(['added', 'changed', 'removed', 'changed_at_other_times']),
    provider: z.string(),
    model: z.string(),
    figures: z.array(PriceListFigure),
  })
  .meta({ id: 'PriceListChange' })

/** Ways to name a list. */
const listSources = ['file_content_base64', 'url', 'price_list_id'] as const

export const changePriceList = defineEndpoint({
  id: 'change_price_list',
  method: 'post',
  path: listsPath,
  summary: 'Import a price list or return to an earlier one: preview the difference, or apply it',
  description:
    "The list is a file, or behind an https URL, in genai-prices' format (`data.json`) or LiteLLM's " +
    '(`model_prices_and_context_window.json`). `price_list_id` returns to an earlier list, null to the ' +
    'built-in one. The new list replaces the list in force; price overrides still come first. Without ' +
    '`digest` nothing is written: the answer has the changes and their digest. With that digest the list ' +
    'is applied, unless it or the list in force has changed since. Rates are US dollars for a million. ' +
    "Today's rates are compared; models with equal rates today and different ones at other times are " +
    '`changed_at_other_times`. Logged requests keep their price until they are repriced.',
  tags,
  auth: 'header',
  role: 'admin',
  secretFields: ['url', 'file_content_base64', 'changes'],
  body: z
    .strictObject({
      file_name: cleanText.min(1).max(255).optional(),
      file_content_base64: z.string().min(1).optional(),
      url: cleanText
        .max(2000)
        .refine((url) => /^https:\/\/[^/]/i.test(url), 'must be an https URL')
        .optional(),
      price_list_id: idOf('price-list').nullable().optional(),
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be the digest that the preview gave')
        .optional(),
    })
    .check(({ value, issues }) => {
      const given = listSources.filter((name) => value[name] !== undefined)
      const message = `must have one of ${listSources.join(', ')}`
      if (given.length !== 1) issues.push({ code: 'custom', input: value, path: given.slice(0, 1), message })
    }),
  streamed: { path: ['file_content_base64'], limit: largestPriceList },
  success: {
    200: z
      .object({
        success: z.literal(true),
        applied: z.boolean(),
        digest: z.string(),
        before: PriceList,
        after: PriceList,
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
        changed_at_other_times: z.int(),
        /** At most 2,000: changed models first, then removed, added, and changed at other times. */
        changes: z.array(PriceListChange),
      })
      .meta({ id: 'ChangePriceListResponse' }),
  },
  errors: standardErrors,
  example: { body: { price_list_id: 1 } },
})

/** Exact US dollars as decimal text. */
const Dollars = z.string()
const Counts = { requests: z.int(), input_tokens: sumOfCounts, output_tokens: sumOfCounts }

const LedgerEntry = z
  .object({
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
  .meta({ id: 'LedgerEntry' })

const LedgerSource = z
  .object({
    day: z.iso.date(),
    source: RequestSource,
    requests: z.int(),
    cost: Dollars,
    unpriced_requests: z.int(),
  })
  .meta({ id: 'LedgerSource' })

const UnknownModel = z
  .object({ provider: z.string(), model: z.string(), ...Counts, known_now: z.boolean() })
  .meta({ id: 'UnknownModel' })

export const readPriceLedger = defineEndpoint({
  id: 'read_price_ledger',
  method: 'get',
  path: ledgerPath,
  summary: 'Read the cost by day and model, and the models without a known price',
  description:
    'Days are UTC days of the start of a request. The window runs from `from` to before `to`: the last ' +
    '30 days by default, 366 days at most. `unknown_models` lists requests without a known price; ' +
    '`total_cost` leaves them out. `known_now` says that a price is known by now, so that repricing ' +
    'helps.',
  tags,
  auth: 'header',
  query: z.object({ from: Moment.optional(), to: Moment.optional() }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        from: timestamp,
        to: timestamp,
        /** The price list in force, and its date. */
        price_list: PriceList.pick({ id: true, source: true, name: true, format: true, date: true }),
        total_cost: Dollars,
        requests: z.int(),
        /** Requests without a known price; `total_cost` leaves them out. */
        unpriced_requests: z.int(),
        entries: z.array(LedgerEntry),
        /** The same money by day and by the feature that sent the requests. */
        sources: z.array(LedgerSource),
        unknown_models: z.array(UnknownModel),
      })
      .meta({ id: 'PriceLedgerResponse' }),
  },
  errors: standardErrors,
  example: { query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
})

const Repriced = z
  .object({
    provider: z.string(),
    model: z.string(),
    requests: z.int(),
    changed: z.int(),
    unknown: z.int(),
    before: Dollars,
    after: Dollars,
    difference: Dollars,
  })
  .meta({ id: 'RepricedModel' })

export const repriceRequests = defineEndpoint({
  id: 'reprice_requests',
  method: 'post',
  path: `${ledgerPath}/reprice`,
  summary: 'Compute the prices of a window again: preview the difference, or apply it',
  description:
    'Each request gets the price in force when it started, from the price lists and overrides of today. ' +
    'Prices sent by callers stay, and a computed price is never removed. Without `apply` nothing is ' +
    'written. Applying proceeds in steps: an interrupted call can be sent again.',
  tags,
  auth: 'header',
  role: 'admin',
  body: z.strictObject({ from: Moment, to: Moment, apply: z.boolean().default(false) }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        applied: z.boolean(),
        requests: z.int(),
        changed: z.int(),
        before: Dollars,
        after: Dollars,
        difference: Dollars,
        models: z.array(Repriced),
      })
      .meta({ id: 'RepriceResponse' }),
  },
  errors: standardErrors,
  example: { body: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
})
