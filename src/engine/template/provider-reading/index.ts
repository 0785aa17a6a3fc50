export { blueprintOf, blueprintOfLog, type LoggedRequest, type PromptBlueprint } from './blueprint.ts'
export type { ProviderCall, ProviderReading, TokenUsage } from './call.ts'
export { displayParams } from './parameters.ts'
export { readProviderCall } from './read-provider-call.ts'
