import { createOpenAI } from '@ai-sdk/openai'
import { OpenTelemetry } from '@ai-sdk/otel'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { generateText, isStepCount, jsonSchema, type ModelMessage, tool } from 'ai'
import type { RunWorld } from './running.ts'

const lookUpOrder = tool({
  description: 'Looks up an order',
  inputSchema: jsonSchema<{ order: number }>({ type: 'object', properties: { order: { type: 'integer' } } }),
  execute: async ({ order }) => ({ order, status: 'shipped' }),
})

/** An agent of Vercel's AI SDK that calls the fake models and exports its spans to the app. */
export function startAgent({ app, openAi }: RunWorld) {
  const exporter = new OTLPTraceExporter({
    url: `${app.baseUrl}/v1/traces`,
    headers: { 'x-api-key': app.key },
  })
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] })
  provider.register()
  const openai = createOpenAI({ baseURL: openAi.baseUrl, apiKey: 'sk-fake' })
  return {
    /** One conversation of a customer. If the call of a question fails twice, the question is left out. */
    async chat(customer: string, questions: readonly string[], beforeTurn = (_question: string): void => {}) {
      const messages: ModelMessage[] = []
      for (const question of questions) {
        beforeTurn(question)
        const userMessage: ModelMessage = { role: 'user', content: question }
        try {
          const { steps } = await generateText({
            model: openai.chat('gpt-4o-mini'),
            instructions: 'You help customers of a web shop.',
            messages: [...messages, userMessage],
            tools: question.includes('order') ? { look_up_order: lookUpOrder } : {},
            stopWhen: isStepCount(3),
            maxRetries: 1,
            runtimeContext: { userId: customer, sessionId: `chat-${customer}` },
            telemetry: {
              functionId: 'support agent',
              includeRuntimeContext: { userId: true, sessionId: true },
              integrations: [new OpenTelemetry({ runtimeContext: true })],
            },
          })
          messages.push(userMessage, ...steps.flatMap(({ response }) => response.messages))
        } catch {}
      }
      await provider.forceFlush()
    },
    close: () => provider.shutdown(),
  }
}
