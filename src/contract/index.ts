import type * as endpointModule from './endpoints.ts'

export { areas } from './areas.ts'
export type { TrafficRules } from './dynamic-labels.ts'
export * as endpoints from './endpoints.ts'
export type { EnvironmentVariable } from './environment.ts'
export type { EntityType } from './folder-entities.ts'
export * from './kit/index.ts'
export { TrackRequest } from './legacy.ts'
export type { OtlpKeyValue, OtlpSpan, OtlpTraces } from './otlp.ts'
export type * from './prompts.ts'
export type { ErrorType } from './request-status.ts'
export { LogRequest } from './requests.ts'
export { sdkStatuses } from './sdk-statuses.ts'
export type * from './skills.ts'
export type { SpanLog } from './span-log.ts'
export type { BulkSpan } from './spans.ts'
export type { ToolExecution, ToolLabelBody, ToolVersionBody } from './tools.ts'
export type { ChosenModel } from './workspace.ts'

export type Endpoints = typeof endpointModule
export type EndpointName = keyof Endpoints
