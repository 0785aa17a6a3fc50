import { isFields } from '../../json/fields.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import { listOf } from '../reading/attribute-tree.ts'
import type { AttributeStyle, CallFacts } from '../reading/call-facts.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { field, textOf, withoutMissing } from '../reading/fields.ts'
import { toolsOf } from '../reading/tool.ts'
import {
  costFact,
  finishReasonFact,
  ignoreCommon,
  modelFacts,
  operationOf,
  parameterFacts,
  usageFacts,
} from './common.ts'
import { genAi } from './gen-ai.ts'

/**
 * OpenLLMetry by Traceloop, used by instrumentations of LangChain, LlamaIndex and most clients. Its later versions name
 * messages and tools as GenAI does.
 */
export const traceloop: AttributeStyle = {
  name: 'traceloop',

  matches: (_span, reader) =>
    reader.has('llm.request.type') ||
    reader.has('traceloop.span.kind') ||
    reader.hasUnder(properties) ||
    reader.hasUnder('gen_ai.prompt') ||
    reader.hasUnder('gen_ai.completion'),

  read(span, reader) {
    if (reader.has('traceloop.span.kind')) return null
    const isNumbered =
      reader.has('llm.request.type') ||
      reader.hasUnder('gen_ai.prompt') ||
      reader.hasUnder('gen_ai.completion')
    if (isNumbered) return readNumbered(reader)
    const facts = genAi.read(span, reader)
    reader.value('traceloop.workflow.name', 'traceloop.entity.path', 'gen_ai.task.status')
    return facts && { ...facts, metadata: Object.fromEntries(reader.entriesUnder(properties)) }
  },
}

/** Facts that an application states about its calls. */
const properties = 'traceloop.association.properties'

/** `gen_ai.prompt.0.content` and so on: the form of Traceloop, LiteLLM and old LangChain. */
export function readNumbered(reader: AttributeReader): CallFacts | null {
  const kind = operationOf(reader.text('llm.request.type', 'gen_ai.operation.name'))
  const { provider, model, answeringModel, responseId } = modelFacts(reader)
  if (kind === 'unknown' || model === null) return null
  const completions = listOf(reader.tree('gen_ai.completion'))
  ignoreCommon(reader)
  reader.value('gen_ai.openai.system_fingerprint', 'gen_ai.openai.api_base', 'gen_ai.openai.api_version')
  return {
    operation: kind ?? 'chat',
    provider,
    model,
    answeringModel,
    responseId,
    input: numberedMessages(listOf(reader.tree('gen_ai.prompt')), 'user'),
    output: numberedMessages(completions, 'assistant'),
    tools: numberedTools(reader),
    toolChoice: undefined,
    parameters: {
      ...parameterFacts(reader),
      ...withoutMissing({
        user: reader.value('llm.user'),
        top_k: reader.value('llm.top_k'),
        frequency_penalty: reader.value('llm.frequency_penalty'),
        presence_penalty: reader.value('llm.presence_penalty'),
      }),
    },
    usage: usageFacts(reader),
    cost: costFact(reader),
    finishReason: finishReasonFact(reader) ?? textOf(field(completions[0], 'finish_reason')),
    variables: {},
    metadata: Object.fromEntries(reader.entriesUnder(properties)),
    tags: [],
  }
}

/** `llm.request.functions.0.name` and so on. */
export const numberedTools = (reader: AttributeReader): unknown[] =>
  toolsOf(listOf(reader.tree('llm.request.functions')).filter(isFields))

function numberedMessages(trees: readonly unknown[], role: string): ChatMessage[] {
  return trees.flatMap((tree) => messagesOf([withCalls(tree)], role))
}

/** Tool calls as numbered branches, as functionCall JSON text, or as a single call under its old name. */
function withCalls(tree: unknown): unknown {
  if (!isFields(tree)) return tree
  const toolCalls = field(tree, 'tool_calls')
  const functionCall = field(tree, 'function_call')
  const calls = typeof toolCalls === 'string' ? toolCalls : listOf(toolCalls)
  return {
    ...tree,
    tool_calls: calls.length === 0 && isFields(functionCall) ? [functionCall] : calls,
    function_call: undefined,
  }
}
