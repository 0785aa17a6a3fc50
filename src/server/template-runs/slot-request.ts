import type { Money } from '../../engine/price/index.ts'
import { estimateTokens } from '../../engine/running/index.ts'
import type { Model } from '../../engine/template/blueprint/index.ts'
import { answeredModelOf, billedUsageOf } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import type { ModelFailure, ModelReply } from '../model/index.ts'
import type { PoolName, SlotRequest } from '../model/slots/index.ts'
import type { PromptLink } from '../requests/index.ts'
import { tierOf } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { RunOptions } from './options.ts'

/** The fields of a logged request that are not part of the call. */
export interface LogFields {
  readonly link: PromptLink
  readonly variables: Readonly<Record<string, unknown>>
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly groupId: number | null
}

/** Why a call waits: the failure of an attempt, or null for the limits of its provider. */
export interface CallWait {
  readonly failure: ModelFailure | null
  /** Milliseconds until the next attempt; null if unknown. */
  readonly delay: number | null
}

/** A model call with the fields that are logged. */
export interface PlannedCall {
  readonly model: Pick<Model, 'provider' | 'name' | 'api_type'>
  readonly functionName: string
  readonly kwargs: Readonly<Record<string, unknown>>
  readonly connection: number | string | null
  readonly logFields: LogFields
  /** Receives texts and turns streaming on. It is awaited, so that a slow reader slows the provider. */
  readonly onText?: (text: string) => Promise<void>
  /** Called when the call starts to wait for another attempt or for its provider's limits, and with null when it continues. */
  readonly onWait?: (wait: CallWait | null) => void
  /** Returns the part of the response that is logged; absent: all of it. */
  readonly loggedPart?: (response: unknown) => unknown
}

export const poolOf = (
  { provider, name }: Pick<Model, 'provider' | 'name'>,
  connection: PlannedCall['connection'],
): PoolName => ({ provider, connection: String(connection ?? ''), model: name })

/** The pool, limits and estimated size of a call, for the model slots. */
export async function slotRequestOf(
  context: Context,
  workspace: WorkspaceId,
  { model, kwargs, connection }: PlannedCall,
  { run, budget, signal }: RunOptions,
): Promise<SlotRequest> {
  const { provider, name } = model
  const estimate = estimateTokens(kwargs)
  const prices = budget?.cost == null ? null : await context.prices.load(workspace)
  const costOf = (
    usage: typeof estimate | null,
    models: readonly string[],
    { serviceTier = null }: { readonly serviceTier?: string | null } = tierOf(null, kwargs),
  ): Money | null => prices?.({ provider, models, time: context.now(), serviceTier, usage }).price ?? null
  return {
    workspace,
    pool: poolOf(model, connection),
    run: { id: run, limits: budget },
    estimate: {
      tokens: estimate.inputTokens + estimate.outputTokens,
      cost: costOf(estimate, [name]),
    },
    costOf: ({ response }: ModelReply) =>
      prices && costOf(billedUsageOf(response), [name, answeredModelOf(response)], tierOf(response, kwargs)),
    signal,
  }
}
