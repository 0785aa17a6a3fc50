import type { ChatTemplate, Metadata } from '../../engine/template/blueprint/index.ts'
import { type Answer, ApiError, call } from '../api/index.ts'
import { metadataOf } from '../prompts/values.ts'
import { inputOf, literalValues } from '../requests/index.ts'
import { type WrittenValues, writtenOf } from '../template-runs/forms.ts'
import { chatOf } from './chat-of.ts'
import { type Bench, newId } from './variant.ts'

/** A prompt, its model and the values of its variables. */
export interface PromptContent {
  readonly prompt: string | null
  readonly version?: number | undefined
  readonly template: unknown
  readonly metadata: Metadata | null
  readonly values: WrittenValues
}

type Request = Answer<'readRequest'>

interface Opened {
  readonly name: string
  readonly bench: Bench
}

/**
 * A request of a prompt opens as that prompt with the request's values, and a second time as it was sent if its
 * application added messages. A request without a prompt, or without the values of its prompt, opens as the messages
 * that were sent, or else as those of the step around it.
 */
export async function benchOfRequest(request: Request): Promise<Opened> {
  const name = `Request ${request.request_id}`
  const sent = sentChat(request)
  const version = await promptOf(request)
  const prompt = version && chatOf(version.prompt_template)
  if (version && prompt && hasValues(request, prompt)) {
    const bench = benchOfVersion(request, version)
    if (!hasAddedMessages(prompt, sent)) return { name, bench }
    const { variants, cases } = benchOfSent(request, sent)
    return {
      name: `${name} as ${version.prompt_name} v${version.version}, and as it was sent,`,
      bench: {
        ...bench,
        variants: [...bench.variants, ...variants],
        cases: bench.cases.map(({ id, values }) => ({ id, values: { ...cases[0]!.values, ...values } })),
      },
    }
  }
  if (sent.messages.some(({ content }) => content?.length !== 0))
    return { name, bench: benchOfSent(request, sent) }
  const { step } = await call('readEnclosingStep', { params: { request_id: request.request_id } })
  const messages = step ? chatOf(step.prompt_template).messages : sent.messages
  return {
    name: step ? `${name} with the messages of ${step.name}` : `${name} without messages`,
    bench: benchOfSent(request, { ...sent, messages }),
  }
}

const sentChat = (request: Request): ChatTemplate => chatOf(inputOf(request).prompt_template)

function benchOfVersion(request: Request, version: Answer<'readRawTemplate'>): Bench {
  const metadata = version.metadata as Metadata | null
  return benchOfPrompt({
    prompt: version.prompt_name,
    version: version.version,
    template: version.prompt_template,
    metadata: metadata?.model
      ? { ...metadata, model: { ...metadata.model, provider: request.provider, name: request.model } }
      : metadataOf(request.provider, request.model),
    values: Object.fromEntries(
      Object.entries(request.prompt_input_variables).map(([name, value]) => [name, writtenOf(value)]),
    ),
  })
}

/** The messages that were sent, without a prompt. */
function benchOfSent(request: Request, chat: ChatTemplate): Bench {
  const metadata = inputOf(request).metadata as Metadata | null
  // The playground always streams, so these two parameters are dropped.
  const { stream, stream_options, ...parameters } = metadata?.model?.parameters ?? {}
  return benchOfPrompt({
    prompt: null,
    template: chat,
    metadata: metadataOf(request.provider, request.model, parameters),
    values: literalValues(chat.messages),
  })
}

/** True if an application sent more messages than the prompt has, such as earlier turns or results of tools. */
const hasAddedMessages = (prompt: ChatTemplate, sent: ChatTemplate): boolean =>
  sent.messages.length > prompt.messages.length && !prompt.messages.some(({ role }) => role === 'placeholder')

/** False if the template has variables, and the request was logged without any. */
const hasValues = (
  { prompt_input_variables: values }: Request,
  { input_variables: names }: { readonly input_variables: readonly string[] },
): boolean => names.length === 0 || Object.keys(values).length > 0

/** The prompt of a request; null without a prompt, and if the prompt was deleted. */
async function promptOf({ prompt_id, prompt_version_number }: Request) {
  if (prompt_id === null || prompt_version_number === null) return null
  try {
    return await call('readRawTemplate', {
      params: { identifier: String(prompt_id) },
      query: { version: prompt_version_number, resolve_snippets: false },
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const benchOfPrompt = ({ template, values, ...variant }: PromptContent): Bench => ({
  variants: [{ ...variant, id: newId(), template: chatOf(template) }],
  cases: [{ id: newId(), values }],
  scorers: [],
})
