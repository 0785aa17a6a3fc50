import { z } from 'zod'
import { priceListFormats, rateKinds } from '../../engine/price/index.ts'
import { answer, cleanText, endpointsOf, idOf, named, timestamp } from '../kit/index.ts'

const define = endpointsOf({ tags: ['prices'] })

const listsPath = '/api/public/v2/price-lists'
/** Bytes; the longest list in use has 3.2 MB. */
export const maxPriceListBytes = 8 * 1024 * 1024

export const PriceList = named('PriceList', {
  /** Null: the built-in list, or a list that is not applied yet. */
  id: z.int().nullable(),
  source: z.enum(['built_in', 'file', 'url']),
  name: z.string(),
  /** Address from which the list was fetched, without the query. */
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

export const listPriceLists = define({
  id: 'list_price_lists',
  get: listsPath,
  summary: "List the workspace's price lists: the built-in one, then the last five imported",
  success: { 200: answer('PriceListsResponse', { price_lists: z.array(PriceList) }) },
  example: {},
})

const PriceListFigure = named('PriceListFigure', {
  kind: z.enum(rateKinds),
  service_tier: z.string().nullable(),
  /** The rate applies to calls with a longer input; null: to all calls. */
  over_input_tokens: z.number().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const PriceListChange = named('PriceListChange', {
  change: z.enum(['added', 'changed', 'removed', 'changed_at_other_times']),
  provider: z.string(),
  model: z.string(),
  figures: z.array(PriceListFigure),
})

/** The fields that name a list. */
const listSources = ['file_content_base64', 'url', 'price_list_id'] as const

export const changePriceList = define({
  id: 'change_price_list',
  post: listsPath,
  summary: 'Import a price list or return to an earlier one: preview the difference, or apply it',
  description:
    "The list is a file, or behind an https URL, in genai-prices' format (`data.json`) or LiteLLM's " +
    '(`model_prices_and_context_window.json`). `price_list_id` returns to an earlier list, null to the ' +
    'built-in one. The new list replaces the list in force; price overrides still come first. Without ' +
    '`digest` nothing is written: the answer has the changes and their digest. With that digest the list ' +
    'is applied, unless it or the list in force has changed since. Rates are US dollars per million tokens. ' +
    "Today's rates are compared; models with equal rates today and different ones at other times are " +
    '`changed_at_other_times`. Logged requests keep their price until they are repriced.',
  role: 'admin',
  unauditedFields: ['url', 'file_content_base64', 'changes'],
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
        .regex(/^[0-9a-f]{64}$/, 'must be the digest of the preview')
        .optional(),
    })
    .check(({ value, issues }) => {
      const sources = listSources.filter((name) => value[name] !== undefined)
      const message = `must have one of ${listSources.join(', ')}`
      if (sources.length !== 1)
        issues.push({ code: 'custom', input: value, path: sources.slice(0, 1), message })
    }),
  streamed: { path: ['file_content_base64'], limit: maxPriceListBytes },
  success: {
    200: answer('ChangePriceListResponse', {
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
    }),
  },
  example: { body: { price_list_id: 1 } },
})
