/** A provider's arguments and answer read back into a blueprint, with its token usage. */

export { answeredModelOf, billedUsageOf, cacheWritesOf, serviceTierIn } from './billed-usage.ts'
export { blueprintOf, blueprintOfLog } from './blueprint.ts'
export type { ProviderCall, ProviderReading, TokenUsage } from './call.ts'
export { messagesOf } from './common/template.ts'
export { finishReasonOf } from './finish-reason.ts'
export { displayParams } from './parameters.ts'
export { providerName } from './provider-name.ts'
export { readProviderCall } from './read-provider-call.ts'
export { isCounted, isReported, usageOf } from './usage.ts'
