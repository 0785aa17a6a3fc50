/**
 * Providers of models behind one interface, with retries. Each provider is a folder, which is loaded at the provider's
 * first call.
 */

export { callModel, type ModelRequest, streamModel } from './call-model.ts'
export type { ModelOutcome, ReleaseSlot, RetryLimits } from './call-with-retries.ts'
export { environmentProviders, type ProviderConnection } from './credentials.ts'
export { type ProviderEnvironment, readProviderEnvironment } from './environment.ts'
export { type CallTiming, ModelFailure, mayHaveCost } from './failure.ts'
export { createModels, type Models } from './models.ts'
export type { ModelChunk, ModelReply } from './provider.ts'
export {
  createModelSlots,
  type ModelSlots,
} from './slots/index.ts'
