import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { metrics, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type * as openAi from 'openai'
import { type FakeProvider, startFakeModels } from '../../fake-models/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { readTrace } from './otlp.ts'
import { readBack } from './requests.ts'
import { greets } from './sdk.ts'

/** The module is required as CommonJS, so that instrumentations patch the module that the test uses. */
export const openAiModule = createRequire(import.meta.url)('openai') as typeof openAi

export interface InstrumentedWorld {
  readonly app: TestApp
  readonly provider: NodeTracerProvider
  readonly client: InstanceType<typeof openAi.OpenAI>
  readonly openAi: FakeProvider
  /** Runs the work inside a span of its own and returns the requests of its trace in order. */
  requestsOf(work: (client: InstanceType<typeof openAi.OpenAI>) => Promise<unknown>): Promise<TracedRequest[]>
  close(): Promise<void>
}

interface TracedRequest {
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly span: any
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly request: any
}

/** Starts our app, OpenTelemetry's own SDK that exports to it, and a provider's client to be instrumented. */
export async function startInstrumentedWorld(wire: 'protobuf' | 'json'): Promise<InstrumentedWorld> {
  const models = await startFakeModels({ script: greets })
  const openAi = models.provider('openai')
  const app = await startApp()
  const Exporter = wire === 'protobuf' ? ProtobufExporter : JsonExporter
  const exporter = new Exporter({
    url: `${app.baseUrl}/v1/traces`,
    headers: { 'x-api-key': app.key },
    compression: 'gzip' as never,
  })
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] })
  provider.register()
  const tracer: Tracer = provider.getTracer('test')
  const client = new openAiModule.OpenAI({ baseURL: openAi.baseUrl, apiKey: 'sk-fake', maxRetries: 0 })
  return {
    app,
    provider,
    client,
    openAi,
    async requestsOf(work) {
      const traceId = await tracer.startActiveSpan('the program', async (span) => {
        await work(client)
        span.end()
        return span.spanContext().traceId
      })
      await provider.forceFlush()
      const { spans } = await readTrace(app.api, traceId)
      const root = spans.find(({ name }: { name: string }) => name === 'the program')
      const requests: TracedRequest[] = []
      for (const span of spans)
        if (span.request_log_id !== null) {
          assert.equal(topOf(span, spans), root)
          requests.push({ span, request: await readBack(app.api, span.request_log_id) })
        }
      return requests
    },
    async close() {
      await provider.shutdown()
      await Promise.all([app.close(), models.close()])
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
function topOf(span: any, spans: readonly any[]): any {
  const parent = spans.find(({ context }) => context.span_id === span.parent_id)
  return parent ? topOf(parent, spans) : span
}

/** A provider of meters. Without one, an instrumentation that was built by hand has no instruments. */
export const noMeters = () => metrics.getMeterProvider()

export const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}
