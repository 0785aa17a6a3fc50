export {
  atMost,
  deepestValue,
  largestSpan,
  mostAttributes,
  mostEvents,
  mostLinks,
  objectOf,
  spanRefused,
  valueOfJson,
} from './limits.ts'
export { readSpan, type SpanCall, type SpanReading } from './read-span.ts'
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
export { type Step, type StepType, stepOf } from './step.ts'
