import { type Answer, type Call, eventPart, events, json } from '../call.ts'
import { choicesOf, pieces, type Question, type Reply, usageOf } from '../question.ts'
import type { Provider, RefusalAnswer, RefusalKind, Wire } from './provider.ts'

// biome-ignore lint/suspicious/noExplicitAny: any body that a client sent.
type Any = any

/** generateContent and streamGenerateContent, of the Gemini API and of Vertex AI. */
export const generate: Wire = {
  name: 'generate',
  path: /\/models\/[^/]+:(generateContent|streamGenerateContent)$/,
  question({ path, body }) {
    const parts: Any[] = body?.contents?.at(-1)?.parts ?? []
    const result = parts.find((part) => part.functionResponse)
    const config = body?.generationConfig ?? {}
    const schema = config.responseJsonSchema ?? config.responseSchema
    return {
      model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
      text: result
        ? JSON.stringify(result.functionResponse.response)
        : parts.map((part) => part.text ?? '').join(''),
      isToolResult: result !== undefined,
      tools: toolsOf(body),
      schema: schema ?? (config.responseMimeType === 'application/json' ? { type: 'object' } : null),
      choices: config.candidateCount ?? 1,
      thinks: config.thinkingConfig?.includeThoughts === true,
      wantsImage: Boolean(config.responseModalities?.some((modality: string) => /image/i.test(modality))),
    }
  },
  answer: (question, reply) =>
    isStream(question.call) ? streamed(question, reply) : json(whole(question, reply)),
  errorPart: (message) => eventPart({ data: { error: { code: 500, message, status: 'INTERNAL' } } }),
}

const isStream = ({ path }: Call) => path.endsWith(':streamGenerateContent')

const toolsOf = (body: Any) =>
  body?.toolConfig?.functionCallingConfig?.mode === 'NONE'
    ? []
    : (body?.tools ?? [])
        .flatMap((tool: Any) => tool.functionDeclarations ?? [])
        .map((one: Any) => ({
          name: one.name,
          // Google's SDK for Python writes this name with underscores.
          parameters: one.parametersJsonSchema ?? one.parameters_json_schema ?? one.parameters ?? {},
        }))

const answered = (question: Question, rest: object) => ({
  ...rest,
  modelVersion: question.model,
  responseId: 'fake-response',
})

const candidate = (parts: readonly object[], index: number, finishReason?: string) => ({
  content: { role: 'model', parts },
  ...(finishReason && { finishReason }),
  index,
})

function whole(question: Question, reply: Reply) {
  if (isBlocked(reply)) return answered(question, { ...blocked, ...usageMetadata(question, reply) })
  const candidates = choicesOf(reply).map((choice, index) =>
    candidate(partsOf(choice), index, finishReason(choice)),
  )
  return answered(question, { candidates, ...usageMetadata(question, reply) })
}

function streamed(question: Question, reply: Reply): Answer {
  if (isBlocked(reply)) return events([{ data: whole(question, reply) }])
  const chunks = choicesOf(reply).flatMap((choice, index) => {
    const parts = partsOf(choice).flatMap((part): Part[] =>
      'text' in part ? pieces(part.text).map((text) => ({ ...part, text })) : [part],
    )
    return [
      ...parts.map((part) => ({ candidates: [candidate([part], index)] })),
      { candidates: [candidate([{ text: '' }], index, finishReason(choice))] },
    ]
  })
  return events(
    chunks.map((chunk, index) => ({
      data: answered(question, {
        ...chunk,
        ...(index === chunks.length - 1 && usageMetadata(question, reply)),
      }),
    })),
  )
}

/** Whether the prompt is refused: a refusal without text, so that there are no candidates. */
const isBlocked = ({ refusal, text }: Reply) => refusal !== undefined && text === undefined
const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }

type Part = { text: string; thought?: true } | { functionCall: object } | { inlineData: object }

function partsOf({ thinking, text, toolCalls = [], images = [] }: Reply): Part[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true as const }]),
    ...(text === undefined ? [] : [{ text }]),
    ...toolCalls.map(({ id, name, arguments: args }) => ({
      functionCall: { ...(id && { id }), name, args },
    })),
    ...images.map((data) => ({ inlineData: { mimeType: 'image/png', data } })),
  ]
}

function finishReason({ end }: Reply): string {
  if (end === 'length') return 'MAX_TOKENS'
  return end === 'filter' ? 'SAFETY' : 'STOP'
}

/** The usage: thoughts are not part of the answer's tokens. */
function usageMetadata(question: Question, reply: Reply) {
  const usage = usageOf(question, reply)
  if (!usage) return {}
  return {
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output - usage.reasoning,
      ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
      ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
      totalTokenCount: usage.input + usage.output,
    },
  }
}

const refusal = (code: number, status: string, message: string, details: object[] = []): RefusalAnswer => ({
  status: code,
  body: { error: { code, message, status, ...(details.length > 0 && { details }) } },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
  ]),
  rate_limit: refusal(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted, please retry in a moment.', [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
  ]),
  quota: refusal(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
    },
  ]),
  bad_request: refusal(400, 'INVALID_ARGUMENT', 'Invalid value at generation_config.temperature.'),
  context_length: refusal(
    400,
    'INVALID_ARGUMENT',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ),
  not_found: refusal(404, 'NOT_FOUND', 'models/none is not found for API version v1beta.'),
  server_error: refusal(500, 'INTERNAL', 'An internal error has occurred.'),
  unavailable: refusal(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  overloaded: refusal(529, 'UNAVAILABLE', 'Overloaded'),
}

export const google: Provider = {
  name: 'google',
  mount: '/google',
  wires: [generate],
  environment: (baseUrl) => ({ GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: 'google-fake' }),
  refusal: (kind) => refusals[kind],
}
