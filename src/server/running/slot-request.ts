import type { Money } from '../../engine/price/index.ts'
import { estimateTokens } from '../../engine/running/index.ts'
import { answeredModelOf, billedUsageOf } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { ModelReply } from '../model/index.ts'
import type { SlotRequest } from '../model/slots/index.ts'
import { tierOf } from '../requests/index.ts'
import type { PlannedCall } from './make-call.ts'
import type { RunOptions } from './options.ts'

/** A call's limits and estimated size for the scheduler. */
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
    pool: { provider, connection: String(connection ?? ''), model: name },
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
