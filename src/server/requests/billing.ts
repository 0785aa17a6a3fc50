import { type CallUsage, type PricedCall, serviceTierOf, type UsageParts } from '../../engine/price/index.ts'
import {
  answeredModelOf,
  billedUsageOf,
  serviceTierIn,
  type TokenUsage,
} from '../../engine/template/provider-reading/index.ts'
import type { RequestRow } from '../db/index.ts'

/** The parts of an answer that affect the price, besides the requested model and the tokens. They are stored for repricing. */
export interface Billing extends UsageParts {
  /** The model that the answer names. */
  readonly answered?: string
  /** A tier that `serviceTierOf` returned; absent: standard. */
  readonly serviceTier?: string
}

/** Maximum characters of a model's name; no price list has a longer one. */
const maxModelLength = 256

export function billingOf(response: unknown, counted: TokenUsage, kwargs: unknown): Billing | null {
  const answered = answeredModelOf(response)
  const usage = billedUsageOf(response, counted)
  if (!usage) return null
  return {
    ...(answered.length <= maxModelLength && { answered }),
    ...tierOf(response, kwargs),
    ...partsOf(usage),
  }
}

/** The service tier of the answer; if the answer names none, the requested tier. */
export function tierOf(response: unknown, kwargs: unknown): Pick<Billing, 'serviceTier'> {
  const serviceTier = serviceTierOf(serviceTierIn(response) ?? serviceTierIn(kwargs))
  return serviceTier === null ? {} : { serviceTier }
}

export const partsOf = ({ inputTokens: _input, outputTokens: _output, ...parts }: CallUsage): UsageParts =>
  parts

/** JSON without the empty fields; null if no field is left. */
export function billingText(billing: Billing | null | undefined): string | null {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(billing ?? {})) if (value) fields[name] = value
  const text = JSON.stringify(fields)
  return text === '{}' ? null : text
}

export interface Priceable {
  readonly provider: string
  readonly model: string
  readonly startedAt: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly billing?: Billing | null
}

/** Converts a request to the input of the price arithmetic. */
export function pricedCallOf(request: Priceable): PricedCall {
  const { provider, model, startedAt, billing } = request
  const { answered, serviceTier, ...parts }: Billing = billing ?? {}
  const usage: CallUsage = {
    ...parts,
    inputTokens: request.inputTokens,
    outputTokens: request.outputTokens,
  }
  const models = answered && answered !== model ? [model, answered] : [model]
  return { provider, models, time: startedAt, serviceTier: serviceTier ?? null, usage }
}

export const priceableOf = (
  row: Pick<RequestRow, 'provider' | 'model' | 'started_at' | 'input_tokens' | 'output_tokens' | 'billing'>,
): Priceable => ({
  provider: row.provider,
  model: row.model,
  startedAt: row.started_at,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  billing: row.billing === null ? null : (JSON.parse(row.billing) as Billing),
})
