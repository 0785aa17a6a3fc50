import { type Fields, isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import { listOf } from '../reading/attribute-tree.ts'
import type { AttributeStyle, Operation } from '../reading/call-facts.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { field, parsed, textOf, valueAt, withoutMissing } from '../reading/fields.ts'
import { joinedItems } from '../reading/response-items.ts'
import { toolsOf } from '../reading/tool.ts'
import { ignoreCommon } from './common.ts'

/** OpenInference by Arize, the convention of Phoenix. */
export const openInference: AttributeStyle = {
  name: 'openinference',

  matches: (_span, reader) => reader.has('openinference.span.kind') || reader.hasUnder('llm.input_messages'),

  read(span, reader) {
    const operation = operationOf(reader)
    if (operation === null || isHelper.test(span.name)) return null
    const parameters = reader.json('llm.invocation_parameters', 'embedding.invocation_parameters')
    const parameterFields = isFields(parameters) ? parameters : {}
    const reported = reader.text('llm.provider', 'llm.system')
    const answeringModel = reader.value('llm.response.model_name')
    const modelName = reader.text(
      'llm.request.model_name',
      'llm.model_name',
      'llm.response.model_name',
      'embedding.model_name',
    )
    const model = withoutProvider(textOf(parameterFields['model']) ?? modelName, reported)
    const offered = listOf(reader.tree('llm.tools')).map((tool) => field(tool, 'tool') ?? tool)
    const { tools, tool_choice: toolChoice } = parameterFields
    const { tags, ...metadata } = metadataOf(reader)
    const answer = reader.json('output.value')
    const output = outputOf(operation, reader)
    reader.value('llm.cost.prompt', 'llm.cost.completion')
    // OpenInference's span processor of the Vercel AI SDK adds its attributes to those of OpenTelemetry.
    for (const prefix of ['gen_ai', 'metadata.gen_ai']) reader.entriesUnder(prefix)
    ignoreCommon(reader)
    return {
      operation,
      provider: providerName(reported, model),
      model,
      answeringModel: textOf(answeringModel),
      responseId: responseIdOf(answer),
      input: withSystem(inputOf(operation, reader), parameterFields['system']),
      // The instrumentation of OpenAI's Agents SDK for JavaScript has a message for each item.
      output: field(answer, 'object') === 'response' ? joinedItems(output) : output,
      tools: toolsOf(tools ?? offered),
      toolChoice,
      parameters: tuningOf(parameterFields),
      usage: usageOf(reader),
      cost: reader.number('llm.cost.total'),
      finishReason: reader.text('llm.finish_reason'),
      variables: variablesOf(reader),
      metadata: Array.isArray(tags) ? metadata : { ...metadata, ...withoutMissing({ tags }) },
      // LangChain's tags of a stream are among its metadata.
      tags: [
        ...reader.texts('tag.tags'),
        ...(Array.isArray(tags) ? tags.flatMap((tag) => textOf(tag) ?? []) : []),
      ],
    }
  },
}

/** Names of spans that LlamaIndex gives the kind LLM although they only prepare a call: `OpenAI._prepare_chat_with_tools`. DSPy's `LM.__call__` is a call. */
const isHelper = /\._(?!_)\w+$/

/** The settings of LlamaIndex's model, the class of LangChain's, and fields of OpenAI's response among the parameters of a call. */
const noParameters = new Set([
  ...['model', 'tools', 'tool_choice', 'system', '_type'],
  ...[
    'context_window',
    'num_output',
    'is_chat_model',
    'is_function_calling_model',
    'model_name',
    'system_role',
  ],
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'error', 'incomplete_details', 'billing'],
  ...['instructions', 'output', 'usage', 'access_programs', 'moderation'],
  // Settings of LiteLLM's client, which DSPy passes on. Headers may hold keys.
  ...['api_base', 'base_url', 'headers', 'extra_headers', 'cache', 'num_retries', 'retry_strategy'],
])

const tuningOf = (parameters: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => !noParameters.has(name) && !isEmptyRecord(value)),
  )

const isEmptyRecord = (value: unknown): boolean => isFields(value) && Object.keys(value).length === 0

/** LiteLLM's names of models begin with the provider: `openai/gpt-4o-mini`. */
const withoutProvider = (model: string | null, provider: string | null): string | null =>
  model !== null && provider && model.startsWith(`${provider}/`) ? model.slice(provider.length + 1) : model

/** Chains, agents, tools and retrievers are steps of a trace, not model calls. */
function operationOf(reader: AttributeReader): Operation | null {
  const kind = reader.text('openinference.span.kind')?.toUpperCase()
  if (kind === 'EMBEDDING') return 'embedding'
  if (kind !== undefined && kind !== 'LLM') return null
  const isChat = reader.hasUnder('llm.input_messages') || reader.hasUnder('llm.output_messages')
  return !isChat && reader.hasUnder('llm.prompts') ? 'completion' : 'chat'
}

function inputOf(operation: Operation, reader: AttributeReader): ChatMessage[] {
  const messages = listOf(reader.tree('llm.input_messages')).flatMap((tree) => messageOf(tree, 'user'))
  const prompts = listOf(reader.tree('llm.prompts')).map((tree) => valueAt(tree, 'prompt', 'text') ?? tree)
  const texts = listOf(reader.tree('embedding.embeddings')).map((tree) => valueAt(tree, 'embedding', 'text'))
  const value = reader.value('input.value', 'input.mime_type')
  if (messages.length > 0) return withIds(messages, messagesOf(value))
  const inputs = operation === 'embedding' ? texts : prompts
  return inputs.length > 0 ? inputs.flatMap((text) => messagesOf(text)) : messagesOf(value)
}

/** The system prompt of Anthropic is among the parameters of a call. */
const withSystem = (messages: ChatMessage[], system: unknown): ChatMessage[] =>
  system === undefined || messages.some(({ role }) => role === 'system')
    ? messages
    : [...messagesOf([{ role: 'system', content: system }]), ...messages]

/** Vectors of embeddings are left out of the log. */
function outputOf(operation: Operation, reader: AttributeReader): ChatMessage[] {
  const messages = listOf(reader.tree('llm.output_messages')).flatMap((tree) => messageOf(tree, 'assistant'))
  const choices = listOf(reader.tree('llm.choices')).map(
    (tree) => valueAt(tree, 'completion', 'text') ?? tree,
  )
  const value = withoutPythonObject(reader.value('output.value', 'output.mime_type'))
  if (operation === 'embedding') return []
  if (messages.length > 0) return withIds(messages, messagesOf([generationOf(parsed(value))], 'assistant'))
  return choices.length > 0
    ? choices.flatMap((text) => messagesOf(text, 'assistant'))
    : messagesOf(value, 'assistant')
}

/**
 * The instrumentation of LangChain for JavaScript writes the ids of tool calls only in LangChain's messages. Other senders,
 * such as Gemini's, have no ids at all, and their messages stay.
 */
const withIds = (messages: ChatMessage[], ofLangChain: ChatMessage[]): ChatMessage[] =>
  messages.some((message) => callsOf(message).some(hasNoId)) &&
  messages.length === ofLangChain.length &&
  messages.every((message, index) => callsOf(message).length === callsOf(ofLangChain[index]!).length)
    ? ofLangChain
    : messages

const callsOf = ({ tool_calls: calls }: ChatMessage): readonly unknown[] =>
  Array.isArray(calls) ? calls : []

const hasNoId = (call: unknown): boolean => !textOf(field(call, 'id'))

/** For an unknown stream the instrumentation writes Python's name of the object, which is dropped. */
const withoutPythonObject = (value: unknown): unknown =>
  typeof value === 'string' && /^<(coroutine|async_generator|generator) object [^>]*>$/.test(value)
    ? undefined
    : value

function messageOf(tree: unknown, role: string): ChatMessage[] {
  const message = field(tree, 'message') ?? tree
  const results = listOf(field(tree, 'function'))
  if (results.length > 0) return messagesOf(results.map(resultOfAutoGen))
  const items = listOf(field(message, 'contents'))
  // Anthropic's parts of the type tool_use have the call beside them, and the message lists it once more.
  const [callItems, contentItems] = [items.filter(hasCall), items.filter((item) => !hasCall(item))]
  const contents = contentItems.map((item) => contentOf(field(item, 'message_content')))
  const listed = listOf(field(message, 'tool_calls'))
  const calls = (listed.length > 0 ? listed : callItems).map((item) => field(item, 'tool_call'))
  const result = field(message, 'tool_call_id')
  const name = field(message, 'function_call_name')
  return messagesOf(
    [
      withoutMissing({
        // Anthropic's results of tools are messages of the user.
        role: result === undefined ? (roleOf(message) ?? roleOfPart(message, calls)) : 'tool',
        name: field(message, 'name'),
        tool_call_id: result,
        content: contents.length > 0 ? contents : field(message, 'content'),
        tool_calls: calls,
        function_call: name && { name, arguments: field(message, 'function_call_arguments_json') ?? '' },
      }),
    ],
    role,
  )
}

/** The instrumentation of AutoGen writes the results of tools beside a message of the role `function`. */
function resultOfAutoGen(raw: unknown): unknown {
  const result = parsed(raw)
  return { role: 'tool', tool_call_id: field(result, 'call_id'), content: field(result, 'content') }
}

const hasCall = (item: unknown): boolean => field(item, 'tool_call') !== undefined

/** smolagents names tool calls and results that it sends as text of the assistant and of the user. */
const smolagentsRoles = new Map([
  ['tool-call', 'assistant'],
  ['tool-response', 'user'],
])

function roleOf(message: unknown): string | null {
  const role = textOf(field(message, 'role'))
  return role === null ? null : (smolagentsRoles.get(role) ?? role)
}

/** The role of a message whose own is missing, because the sender left out attributes: tool calls are the model's. */
const roleOfPart = (message: unknown, calls: readonly unknown[]): string | undefined => {
  if (calls.length > 0) return 'assistant'
  return textOf(field(message, 'tool_call_id')) === null ? undefined : 'tool'
}

function contentOf(content: unknown): unknown {
  const url = textOf(valueAt(content, 'image', 'image', 'url') ?? valueAt(content, 'image', 'url'))
  if (url !== null) return { type: 'image_url', image_url: { url } }
  const audio = textOf(valueAt(content, 'audio', 'audio', 'url') ?? valueAt(content, 'audio', 'url'))
  if (audio !== null) return { type: 'file', file: { filename: 'audio', file_data: audio } }
  return { type: field(content, 'type') ?? 'text', ...(isFields(content) ? content : {}) }
}

const usageOf = (reader: AttributeReader) => {
  const cacheRead = reader.number(
    'llm.token_count.prompt_details.cache_read',
    'llm.token_count.prompt_details.cache_input',
  )
  return {
    input: reader.number('llm.token_count.prompt'),
    output: reader.number('llm.token_count.completion'),
    total: reader.number('llm.token_count.total'),
    cachedInput: cacheRead,
    cacheWrite: reader.number('llm.token_count.prompt_details.cache_write'),
    inputAudio: reader.number('llm.token_count.prompt_details.audio'),
    outputAudio: reader.number('llm.token_count.completion_details.audio'),
    reasoning: reader.number('llm.token_count.completion_details.reasoning'),
  }
}

const answerObjects = new Set([
  'response',
  'chat.completion',
  'chat.completion.chunk',
  'text_completion',
  'message',
])

/** The response id, from the provider's answer or from LangChain's. A model's JSON output may also have an `id`. */
function responseIdOf(answer: unknown): string | null {
  const kind = textOf(field(answer, 'object', 'type'))
  if (kind !== null && answerObjects.has(kind)) return textOf(field(answer, 'id'))
  return textOf(valueAt(generationOf(answer), 'message', 'kwargs', 'response_metadata', 'id'))
}

const generationOf = (answer: unknown): unknown => [field(answer, 'generations')].flat(2)[0]

function variablesOf(reader: AttributeReader): Record<string, unknown> {
  const variables = reader.json('llm.prompt_template.variables')
  return isFields(variables) ? variables : {}
}

function metadataOf(reader: AttributeReader): Record<string, unknown> {
  const metadata = reader.json('metadata')
  return isFields(metadata) ? metadata : {}
}
