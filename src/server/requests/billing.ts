import { type CallUsage, type PricedCall, serviceTierOf, type UsageParts } from '../../engine/price/index.ts'
import {
  answeredModelOf,
  billedUsageOf,
  serviceTierIn,
  type TokenUsage,
} from '../../engine/template/provider-reading/index.ts'
import type { RequestRow } from '../db/index.ts'

/** Price-relevant parts of an answer beside the requested model and the tokens; stored for repricing. */
export interface Billing extends UsageParts {
  /** Model named in the answer. */
  readonly answered?: string
  /** From `serviceTierOf`; absent: standard. */
  readonly serviceTier?: string
}

/** No price list has longer model names. */
const longestModel = 256

export function billingOf(response: unknown, counted: TokenUsage, kwargs: unknown): Billing | null {
  const answered = answeredModelOf(response)
  const usage = billedUsageOf(response, counted)
  if (!usage) return null
  return {
    ...(answered.length <= longestModel && { answered }),
    ...tierOf(response, kwargs),
    ...partsOf(usage),
  }
}

/** Service tier of the answer, or the requested one if the answer names none. */
export function tierOf(response: unknown, kwargs: unknown): Pick<Billing, 'serviceTier'> {
  const serviceTier = serviceTierOf(serviceTierIn(response) ?? serviceTierIn(kwargs))
  return serviceTier === null ? {} : { serviceTier }
}

export const partsOf = ({ inputTokens: _input, outputTokens: _output, ...parts }: CallUsage): UsageParts =>
  parts

/** JSON without empty fields; null if no field is left. */
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

/** A request as input of the price arithmetic. */
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
