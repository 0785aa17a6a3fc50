import { createHash, randomBytes } from 'node:crypto'
import type { Json } from '../../../engine/columns/index.ts'
import type { AttributeValue, Span, SpanStatus } from '../../../engine/traces/index.ts'
import type { WorkflowVersion } from '../version.ts'
import type { NodeRecords } from './record.ts'

/** A place in a trace under which spans are put. */
export interface TracePlace {
  readonly traceId: string
  readonly spanId: string
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')

/** The span that the whole run of a trace is. */
export const rootSpanId = (traceId: string): string => derived(traceId, 'run')
/** Always the same for a node, so that one that is written again is written over. */
export const nodeSpanId = ({ traceId, spanId }: TracePlace, position: number): string =>
  derived(traceId, `${spanId} ${position}`)

const derived = (traceId: string, part: string): string =>
  createHash('sha256').update(`${traceId} ${part}`).digest('hex').slice(0, 16)

/** Characters of a value that a span shows. */
const longestValue = 20_000

/** The nodes of a run that did something, as spans below one place. */
export function nodeSpans(version: WorkflowVersion, records: NodeRecords, place: TracePlace): Span[] {
  return version.nodes.flatMap((node, position) => {
    const record = records.get(position)
    if (!record || record.entry.status === 'SKIPPED' || record.finishedAt === null) return []
    const { entry, requestIds, startedAt, finishedAt } = record
    const isSuccess = entry.status === 'SUCCESS'
    return spanOf(
      { traceId: place.traceId, spanId: nodeSpanId(place, position) },
      {
        name: node.name,
        parent: place.spanId,
        startedAt,
        endedAt: finishedAt,
        status: isSuccess ? 'OK' : 'ERROR',
        message: entry.status === 'FAILED' ? entry.failure.message : null,
        attributes: [
          ['galley.workflow.node_type', node.type],
          ['galley.workflow.request_ids', [...requestIds]],
          ...(isSuccess ? [['function_output', shown(entry.value)] as const] : []),
        ],
      },
    )
  })
}

export function runSpan(
  place: TracePlace,
  name: string,
  run: {
    readonly workflowId: number | null
    readonly inputs: Json
    readonly startedAt: number
    readonly endedAt: number
    readonly isFailed: boolean
  },
): Span {
  return spanOf(place, {
    name,
    parent: null,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    status: run.isFailed ? 'ERROR' : 'OK',
    message: null,
    attributes: [
      ['function_input', shown(run.inputs)],
      ...(run.workflowId === null ? [] : [['galley.workflow.id', run.workflowId] as const]),
    ],
  })
}

const shown = (value: Json): string => JSON.stringify(value).slice(0, longestValue)

interface Told {
  readonly name: string
  readonly parent: string | null
  readonly startedAt: number
  readonly endedAt: number
  readonly status: SpanStatus
  readonly message: string | null
  readonly attributes: readonly (readonly [string, AttributeValue])[]
}

const spanOf = ({ traceId, spanId }: TracePlace, told: Told): Span => ({
  traceId,
  spanId,
  parentSpanId: told.parent,
  traceState: '',
  name: told.name,
  kind: 'INTERNAL',
  startedAt: nanoseconds(told.startedAt),
  endedAt: nanoseconds(told.endedAt),
  status: told.status,
  statusMessage: told.message,
  attributes: new Map(told.attributes),
  events: [],
  links: [],
  resource: new Map([['service.name', 'galley']]),
  schemaUrl: '',
  scope: { name: 'galley.workflows', version: '' },
})

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n
