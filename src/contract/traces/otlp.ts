import { z } from 'zod'
import { maxTraceValues } from '../../engine/limits.ts'
import { boundedList, commonErrors, endpointsOf, named, textBoolean, wholeOrDigits } from '../kit/index.ts'
import { logBodyLimit } from '../requests/requests.ts'

const define = endpointsOf({ tags: ['traces'], errors: { ...commonErrors, 415: 'detailed' } })

/** OTLP over HTTP, traces and logs. https://opentelemetry.io/docs/specs/otlp/#otlphttp */

/** Most items of one list. */
const maxItems = 100_000

/** A 64-bit number, as digits in JSON; JSON numbers are accepted too. */
const Digits = wholeOrDigits(20).meta({ wire: { type: 'string', pattern: '^\\d{1,20}$' } })

const anyValues = { type: 'object', properties: { values: { type: 'array', maxItems: maxTraceValues } } }

const AnyValue = z.looseObject({}).meta({
  wire: {
    type: 'object',
    properties: {
      stringValue: { type: 'string' },
      intValue: { type: 'string' },
      doubleValue: { type: 'number' },
      boolValue: { type: 'boolean' },
      bytesValue: { type: 'string' },
      arrayValue: anyValues,
      kvlistValue: anyValues,
    },
  },
})

/** A span or log record that does not have the fields of its schema. */
export class MalformedItem {
  readonly reason: string
  constructor({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }) {
    this.reason = `is malformed: ${[...path, message].join(': ')}`
  }
}

/**
 * Replaces a malformed item by a MalformedItem, so that it is rejected alone, as in protobuf. The schema of the wire
 * stays that of the item.
 */
const rejectedAlone = <S extends z.ZodType>(item: S) =>
  item.catch(
    (failed) => (failed ? new MalformedItem(failed.error.issues[0]!) : undefined) as never,
  ) as unknown as z.ZodType<z.output<S> | MalformedItem, z.input<S>>

const KeyValue = z.looseObject({ key: z.string(), value: AnyValue.nullish() }).meta({ id: 'OtlpKeyValue' })
const attributes = boundedList(KeyValue, maxItems).nullish()

export const OtlpSpan = z
  .looseObject({
    traceId: z
      .string()
      .length(32)
      .regex(/^[\da-f]*$/i, 'must be hexadecimal digits'),
    spanId: z
      .string()
      .length(16)
      .regex(/^[\da-f]*$/i, 'must be hexadecimal digits'),
    parentSpanId: z.string().nullish(),
    traceState: z.string().nullish(),
    name: z.string(),
    kind: z
      .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
      .nullish(),
    startTimeUnixNano: Digits,
    endTimeUnixNano: Digits.nullish(),
    attributes,
    droppedAttributesCount: z.int().min(0).max(4_294_967_295).nullish(),
    status: z
      .looseObject({
        code: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullish(),
        message: z.string().nullish(),
      })
      .nullish(),
    events: boundedList(
      z.looseObject({ timeUnixNano: Digits.nullish(), name: z.string().nullish(), attributes }),
      maxItems,
    ).nullish(),
    links: boundedList(
      z.looseObject({ traceId: z.string().nullish(), spanId: z.string().nullish(), attributes }),
      maxItems,
    ).nullish(),
  })
  .meta({ id: 'OtlpSpan' })
export type OtlpSpan = z.output<typeof OtlpSpan>
export type OtlpKeyValue = z.output<typeof KeyValue>

const ScopeSpans = z.looseObject({
  scope: z.looseObject({ name: z.string().nullish(), version: z.string().nullish() }).nullish(),
  spans: boundedList(rejectedAlone(OtlpSpan), maxItems).nullish(),
})

const ResourceSpans = z.looseObject({
  resource: z.looseObject({ attributes }).nullish(),
  schemaUrl: z.string().nullish(),
  scopeSpans: boundedList(ScopeSpans, maxItems).nullish(),
})

export const OtlpTraces = z
  .looseObject({ resourceSpans: boundedList(ResourceSpans, maxItems).nullish() })
  .meta({ id: 'OtlpExportTraceServiceRequest' })
export type OtlpTraces = z.output<typeof OtlpTraces>

export const exportTraces = define({
  id: 'ingestOtlpTraces',
  post: '/v1/traces',
  // Langfuse's SDKs and LiteLLM's `langfuse_otel` append this path to the address of the server.
  aliases: ['/api/public/otel/v1/traces'],
  summary: 'Store spans exported by OpenTelemetry (OTLP over HTTP, protobuf or JSON)',
  description:
    'Spans that are model calls become requests in the log. The conventions of OpenTelemetry (all ' +
    'versions), OpenInference, the Vercel AI SDK, Traceloop, LangSmith, LiteLLM, Langfuse, MLflow and Logfire ' +
    'are recognised. A span sent again replaces the earlier one. Spans that cannot be stored are counted ' +
    'in `partialSuccess`. A span whose start is more than a day ahead is listed at the time of its arrival.',
  takesAuthorization: true,
  audited: false,
  query: z.object({ close_after: textBoolean.default(false) }),
  body: OtlpTraces,
  bodyLimit: logBodyLimit,
  valueLimit: maxTraceValues,
  binary: 'application/x-protobuf',
  keepsLoggedNumbers: true,
  success: {
    200: named('OtlpExportTraceServiceResponse', {
      partialSuccess: z.object({ rejectedSpans: z.int(), errorMessage: z.string() }).nullish(),
    }),
  },
  isIngest: true,
  errors: { ...commonErrors, 409: 'closedTraces', 415: 'detailed' },
  example: {
    // Closes the trace, so that sending the same spans again is refused.
    query: { close_after: true },
    body: {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'assistant' } }] },
          scopeSpans: [
            {
              scope: { name: 'example' },
              spans: [
                {
                  traceId: '5b8efff798038103d269b633813fc60d',
                  spanId: 'eee19b7ec3c1b175',
                  name: 'chat gpt-4o-mini',
                  kind: 3,
                  startTimeUnixNano: '1795168800000000000',
                  endTimeUnixNano: '1795168801250000000',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    { key: 'gen_ai.provider.name', value: { stringValue: 'openai' } },
                    { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o-mini' } },
                    { key: 'gen_ai.usage.input_tokens', value: { intValue: '21' } },
                    { key: 'gen_ai.usage.output_tokens', value: { intValue: '5' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  },
})

export const OtlpLogRecord = z
  .looseObject({
    timeUnixNano: Digits.nullish(),
    observedTimeUnixNano: Digits.nullish(),
    eventName: z.string().nullish(),
    body: AnyValue.nullish(),
    attributes,
    traceId: z.string().nullish(),
    spanId: z.string().nullish(),
  })
  .meta({ id: 'OtlpLogRecord' })
export type OtlpLogRecord = z.output<typeof OtlpLogRecord>

const ScopeLogs = z.looseObject({ logRecords: boundedList(rejectedAlone(OtlpLogRecord), maxItems).nullish() })
const ResourceLogs = z.looseObject({
  resource: z.looseObject({ attributes }).nullish(),
  scopeLogs: boundedList(ScopeLogs, maxItems).nullish(),
})

export const OtlpLogs = z
  .looseObject({ resourceLogs: boundedList(ResourceLogs, maxItems).nullish() })
  .meta({ id: 'OtlpExportLogsServiceRequest' })
export type OtlpLogs = z.output<typeof OtlpLogs>

export const exportLogs = define({
  id: 'ingestOtlpLogs',
  post: '/v1/logs',
  summary:
    'Store the messages of model calls that OpenTelemetry exports as logs (OTLP over HTTP, protobuf or ' +
    'JSON)',
  description:
    "Log records whose event name begins with `gen_ai.` become events of the span that they name, and its request gets their messages. The order of arrival does not matter: a record is kept for a day until its span arrives. Prompts, model calls, answers and tools that Claude Code, Codex CLI and Gemini CLI log become spans: a trace for each prompt (Codex: for each conversation), under the agent's session. Other log records are accepted and dropped. `partialSuccess` counts malformed records and `gen_ai.` records that cannot be attached: records without a trace id or span id, records of one span that are larger than 8 MB together, and records of a span that a closed trace does not have.",
  takesAuthorization: true,
  audited: false,
  body: OtlpLogs,
  bodyLimit: logBodyLimit,
  valueLimit: maxTraceValues,
  binary: 'application/x-protobuf',
  keepsLoggedNumbers: true,
  success: {
    200: named('OtlpExportLogsServiceResponse', {
      partialSuccess: z.object({ rejectedLogRecords: z.int(), errorMessage: z.string() }).nullish(),
    }),
  },
  isIngest: true,
  example: {
    body: {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  timeUnixNano: '1795168800000000000',
                  eventName: 'gen_ai.user.message',
                  traceId: '5b8efff798038103d269b633813fc60c',
                  spanId: 'eee19b7ec3c1b174',
                  body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: 'Hello' } }] } },
                },
              ],
            },
          ],
        },
      ],
    },
  },
})

const MetricData = z.looseObject({ dataPoints: boundedList(z.looseObject({}), maxItems).nullish() }).nullish()

const ScopeMetrics = z.looseObject({
  metrics: boundedList(
    z.looseObject({
      gauge: MetricData,
      sum: MetricData,
      histogram: MetricData,
      exponentialHistogram: MetricData,
      summary: MetricData,
    }),
    maxItems,
  ).nullish(),
})
const ResourceMetrics = z.looseObject({ scopeMetrics: boundedList(ScopeMetrics, maxItems).nullish() })

export const OtlpMetrics = z
  .looseObject({ resourceMetrics: boundedList(ResourceMetrics, maxItems).nullish() })
  .meta({ id: 'OtlpExportMetricsServiceRequest' })
export type OtlpMetrics = z.output<typeof OtlpMetrics>

export const exportMetrics = define({
  id: 'ingestOtlpMetrics',
  post: '/v1/metrics',
  summary: 'Answer exporters of OpenTelemetry metrics (OTLP over HTTP, protobuf or JSON)',
  description:
    'No metrics are stored: tokens, costs and times are summed from spans and logs. `partialSuccess` counts all data points as rejected and says so, so that an exporter of all signals does not fail or retry.',
  takesAuthorization: true,
  audited: false,
  body: OtlpMetrics,
  bodyLimit: logBodyLimit,
  valueLimit: maxTraceValues,
  binary: 'application/x-protobuf',
  success: {
    200: named('OtlpExportMetricsServiceResponse', {
      partialSuccess: z.object({ rejectedDataPoints: z.int(), errorMessage: z.string() }).nullish(),
    }),
  },
  isIngest: true,
  example: {
    body: {
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                {
                  name: 'gen_ai.client.token.usage',
                  sum: { dataPoints: [{ asInt: '21', timeUnixNano: '1795168800000000000' }] },
                },
              ],
            },
          ],
        },
      ],
    },
  },
})
