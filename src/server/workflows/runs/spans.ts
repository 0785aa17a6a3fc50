import { createHash, randomBytes } from 'node:crypto'
import type { Json } from '../../../engine/columns/index.ts'
import type { AttributeValue, Span, SpanStatus } from '../../../engine/traces/index.ts'
import type { WorkflowVersion } from '../version.ts'
import type { NodeRecords } from './record.ts'

export interface ParentSpan {
  readonly traceId: string
  readonly spanId: string
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')

/** The id of a run's root span. */
export const rootSpanId = (traceId: string): string => deriveSpanId(traceId, 'run')
/** The id of a node's span. It is always the same, so that a retry overwrites the span. */
export const nodeSpanId = ({ traceId, spanId }: ParentSpan, position: number): string =>
  deriveSpanId(traceId, `${spanId} ${position}`)

const deriveSpanId = (traceId: string, part: string): string =>
  createHash('sha256').update(`${traceId} ${part}`).digest('hex').slice(0, 16)

/** Maximum characters of a value in a span. */
const maxValueLength = 20_000

/** Makes the spans of the nodes that ran, below one parent. */
export function nodeSpans(version: WorkflowVersion, records: NodeRecords, parent: ParentSpan): Span[] {
  return version.nodes.flatMap((node, position) => {
    const record = records.get(position)
    if (!record || record.entry.status === 'SKIPPED' || record.finishedAt === null) return []
    const { entry, requestIds, startedAt, finishedAt } = record
    const isSuccess = entry.status === 'SUCCESS'
    return spanOf(
      { traceId: parent.traceId, spanId: nodeSpanId(parent, position) },
      {
        name: node.name,
        parent: parent.spanId,
        startedAt,
        endedAt: finishedAt,
        status: isSuccess ? 'OK' : 'ERROR',
        message: entry.status === 'FAILED' ? entry.failure.message : null,
        attributes: [
          ['galley.workflow.node_type', node.type],
          ['galley.workflow.request_ids', [...requestIds]],
          ...(isSuccess ? [['function_output', valueText(entry.value)] as const] : []),
        ],
      },
    )
  })
}

export function runSpan(
  parent: ParentSpan,
  name: string,
  run: {
    readonly workflowId: number | null
    readonly inputs: Json
    readonly startedAt: number
    readonly endedAt: number
    readonly isFailed: boolean
  },
): Span {
  return spanOf(parent, {
    name,
    parent: null,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    status: run.isFailed ? 'ERROR' : 'OK',
    message: null,
    attributes: [
      ['function_input', valueText(run.inputs)],
      ...(run.workflowId === null ? [] : [['galley.workflow.id', run.workflowId] as const]),
    ],
  })
}

const valueText = (value: Json): string => JSON.stringify(value).slice(0, maxValueLength)

interface SpanFields {
  readonly name: string
  readonly parent: string | null
  readonly startedAt: number
  readonly endedAt: number
  readonly status: SpanStatus
  readonly message: string | null
  readonly attributes: readonly (readonly [string, AttributeValue])[]
}

const spanOf = ({ traceId, spanId }: ParentSpan, fields: SpanFields): Span => ({
  traceId,
  spanId,
  parentSpanId: fields.parent,
  traceState: '',
  name: fields.name,
  kind: 'INTERNAL',
  startedAt: nanoseconds(fields.startedAt),
  endedAt: nanoseconds(fields.endedAt),
  status: fields.status,
  statusMessage: fields.message,
  attributes: new Map(fields.attributes),
  events: [],
  links: [],
  resource: new Map([['service.name', 'galley']]),
  schemaUrl: '',
  scope: { name: 'galley.workflows', version: '' },
})

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n
