/** The contract: one value for each endpoint, from which router, documents, clients and tests are derived. */

import type * as endpointModule from './endpoints.ts'

export { readMoment } from '../engine/moment.ts'
export { areas } from './areas.ts'
export type { Tile, TileGroup, TileMeasure, TileScoreSubject } from './dashboards/dashboards.ts'
export * as endpoints from './endpoints.ts'
export type { EntityType } from './folders/entities.ts'
export * from './kit/index.ts'
export { maxPriceListBytes } from './models/price-lists.ts'
export type { RunAnswer, RunBody, RunToolCall } from './models/running.ts'
export { maxKeys, maxRequestsPerMinute } from './people/keys.ts'
export type { Scorer } from './playgrounds/scorers.ts'
export type * from './prompts/change.ts'
export type { TrafficRules } from './prompts/dynamic-labels.ts'
export type * from './prompts/list.ts'
export type * from './prompts/prompts.ts'
export type { FacetField } from './requests/facets.ts'
export { TrackRequest } from './requests/legacy.ts'
export type { MetadataSumSort } from './requests/metadata-sums.ts'
export { LogRequest } from './requests/requests.ts'
export { type ErrorType, RequestStatus } from './requests/status.ts'
export { sdkStatuses } from './sdk-statuses.ts'
export type * from './skills/fields.ts'
export type { OperationProgressEvent, ScoreProgressEvent } from './tables/events.ts'
export { maxRequestLogs } from './tables/imports.ts'
export { rowFilters } from './tables/row-query.ts'
export type { ToolExecution, ToolLabelBody, ToolVersionBody } from './tools/tools.ts'
export {
  MalformedItem,
  type OtlpKeyValue,
  type OtlpLogRecord,
  type OtlpLogs,
  type OtlpMetrics,
  type OtlpSpan,
  type OtlpTraces,
} from './traces/otlp.ts'
export type { ScoreSource, ScoreSubject, ScoreType } from './traces/scores.ts'
export type { TraceFacetField, TraceState, TraceSuggestedField } from './traces/search.ts'
export type { SpanLog } from './traces/span-log.ts'
export type { BulkSpan } from './traces/spans.ts'
export type { ViewedList } from './traces/views.ts'
export type * from './workflows/labels.ts'
export type * from './workflows/read.ts'
export type * from './workflows/runs.ts'
export { channelPattern } from './workflows/websocket-token.ts'
export type * from './workflows/workflows.ts'
export type { EnvironmentVariable } from './workspace/environment.ts'
export type {
  PersonDeletionCounts,
  RemainingItem,
  UnderWay,
  UnreadFileKind,
  UnreadFiles,
} from './workspace/person-deletions.ts'
export type { ChosenModel } from './workspace/workspace.ts'
export type { WorkspaceDeletion } from './workspace/workspace-deletion.ts'

export type Endpoints = typeof endpointModule
export type EndpointName = keyof Endpoints
