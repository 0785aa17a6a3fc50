import { z } from 'zod'
import { rateKinds } from '../../engine/price/index.ts'
import {
  answer,
  cleanText,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  textId,
  times,
  timestamp,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'

const define = endpointsOf({ tags: ['prices'], errors: namedErrors })
const overridesPath = '/api/public/v2/price-overrides'

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

const RatesInput = z
  .partialRecord(z.enum(rateKinds), Rate)
  .refine((rates) => Object.keys(rates).length > 0, 'must hold at least one rate')
const Rates = z.partialRecord(z.enum(rateKinds), z.string())

export const ProviderName = cleanText.min(1).max(255)
/** The number of stars is limited to bound the time of a match. */
const ModelPattern = cleanText
  .min(1)
  .max(255)
  .refine((pattern) => pattern.split('*').length <= 9, 'must hold at most 8 stars')

/** As providers name it: `batch`, `flex`, `priority`; null is the standard tier. */
const ServiceTier = cleanText.min(1).max(32).nullable()

const PriceOverride = named('PriceOverride', {
  id: z.int(),
  workspace_id: z.int(),
  provider: z.string().nullable(),
  model: z.string(),
  service_tier: z.string().nullable(),
  from: timestamp,
  to: timestamp.nullable(),
  rates: Rates,
  ...times,
})

const OneOverride = answer('PriceOverrideResponse', { price_override: PriceOverride })

const OverrideId = z.object({ price_override_id: textId('price-override') })

export const listPriceOverrides = define({
  id: 'list_price_overrides',
  get: overridesPath,
  summary: "List the workspace's own prices",
  success: { 200: answer('PriceOverridesResponse', { price_overrides: z.array(PriceOverride) }) },
  example: {},
})

export const createPriceOverride = define({
  id: 'create_price_override',
  post: overridesPath,
  summary: "Set a price of the workspace's own",
  description:
    'Rates are US dollars per million tokens; `request` and `web_search` are per million requests and searches. Cached ' +
    'and cache-write tokens are part of the input, and reasoning tokens part of the output; without a ' +
    'rate of their own they cost the rate of the whole. Audio, images in the output, one-hour cache ' +
    'writes and web searches have no such default: a request that used one has no price unless its rate ' +
    'is set. The price applies to requests that started at `from` or later and before `to`, served in ' +
    '`service_tier` (null: the standard tier). Each `*` in `model` matches any characters. The narrowest ' +
    'matching override wins, then the latest one. Requests already logged keep their price until they ' +
    'are repriced.',
  role: 'admin',
  body: z.strictObject({
    provider: ProviderName.nullable().default(null),
    model: ModelPattern,
    service_tier: ServiceTier.default(null),
    from: Moment.default(0),
    to: Moment.nullable().default(null),
    rates: RatesInput,
  }),
  success: { 201: OneOverride },
  example: {
    body: {
      provider: 'openai',
      model: 'our-fine-tune-*',
      from: '2026-01-01T00:00:00Z',
      rates: { input: '0.30', cached_input: '0.15', output: '1.20' },
    },
  },
})

export const updatePriceOverride = define({
  id: 'update_price_override',
  patch: `${overridesPath}/{price_override_id}`,
  summary: "Change a price of the workspace's own; `rates` are replaced as a whole",
  role: 'admin',
  params: OverrideId,
  body: z.strictObject({
    provider: ProviderName.nullable().optional(),
    model: ModelPattern.optional(),
    service_tier: ServiceTier.optional(),
    from: Moment.optional(),
    to: Moment.nullable().optional(),
    rates: RatesInput.optional(),
  }),
  success: { 200: OneOverride },
  example: { params: { price_override_id: 1 }, body: { rates: { input: '0.25', output: '1.00' } } },
})

export const deletePriceOverride = define({
  id: 'delete_price_override',
  delete: `${overridesPath}/{price_override_id}`,
  summary: "Delete a price of the workspace's own",
  role: 'admin',
  params: OverrideId,
  success: { 200: Deleted },
  example: { params: { price_override_id: 1 } },
})
