/**
 * Spans as values; reads a model call from the attributes of each convention (`styles/`), and matches spans of one
 * call.
 */

export type { AgentStep, LogRecord } from './agents/agent-log.ts'
export { userPromptName } from './agents/agent-turn.ts'
export { readAgentLogs } from './agents/read-agent-logs.ts'
export {
  atMost,
  maxAttributes,
  maxEvents,
  maxLinks,
  maxSpanBytes,
  maxValueDepth,
  objectOf,
  spanRefused,
  valueOfJson,
} from './limits.ts'
export {
  type ArrivedCall,
  type CallPlan,
  planRequests,
  type RequestPlan,
  type StoredCall,
} from './one-request.ts'
export { readSpan, type SpanCall, type SpanReading } from './read-span.ts'
export { failureOf } from './reading/failure.ts'
export { type ReportedCall, reportedCall } from './same-call.ts'
export {
  type Attributes,
  type AttributeValue,
  type Span,
  type SpanEvent,
  type SpanKind,
  type SpanLink,
  type SpanStatus,
  spanStatuses,
} from './span.ts'
export { contentOfSpan, promptOfStep } from './span-content.ts'
export { statedName, statedStatus } from './stated-facts.ts'
export { type Step, stepOf } from './step.ts'
export {
  facetChange,
  inheritedMetadata,
  mergeStated,
  nothingStated,
  type StatedIdentity,
  type SummedRequest,
  type SummedSpan,
  statedBy,
  type TraceFacet,
  type TraceFacetKind,
  type TraceSummary,
  TraceTally,
} from './summary.ts'
export {
  answerIn,
  answerMedia,
  questionIn,
  questionMedia,
  type TurnText,
  turnText,
} from './turn.ts'
export { typedScore } from './typed-score.ts'
