import { isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeStyle } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, parsed, textOf, valueAt, withoutMissing } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolsOf } from '../reading/tool.ts'
import { costFact, finishReasonFact, ignoreCommon, modelFacts, parameterFacts, usageFacts } from './common.ts'

/** LangChain in LangSmith's exporter: inputs and outputs of a run as one JSON text each. */
export const langSmith: AttributeStyle = {
  name: 'langsmith',

  matches: (_span, reader) => reader.has('langsmith.span.kind') || reader.has('langsmith.trace.name'),

  read(_span, reader) {
    if (reader.text('langsmith.span.kind')?.toLowerCase() !== 'llm') return null
    reader.value('gen_ai.operation.name')
    const facts = modelFacts(reader)
    const metadata = Object.fromEntries(reader.entriesUnder('langsmith.metadata'))
    const model = facts.model ?? textOf(metadata['ls_model_name'])
    const inputs = reader.json('gen_ai.prompt', 'input.value')
    const outputs = reader.json('gen_ai.completion', 'output.value')
    const generation = firstGeneration(outputs)
    const usage = usageFacts(reader)
    const counted =
      valueAt(generation, 'message', 'kwargs', 'usage_metadata') ??
      valueAt(outputs, 'llm_output', 'token_usage')
    ignoreCommon(reader)
    reader.entriesUnder('langsmith.trace')
    reader.entriesUnder('langsmith.span')
    reader.entriesUnder('gen_ai.serialized')
    return {
      operation: 'chat',
      provider: providerName(
        facts.provider === 'unknown' ? textOf(metadata['ls_provider']) : facts.provider,
        model,
      ),
      model,
      answeringModel: facts.answeringModel,
      responseId: facts.responseId,
      input: messagesOf(field(inputs, 'input') ?? inputs),
      output: messagesOf(
        field(generation, 'message') ?? field(generation, 'text') ?? field(outputs, 'output') ?? outputs,
        'assistant',
      ),
      tools: toolsOf(reader.json('gen_ai.tool.definitions', 'gen_ai.request.tools', 'tools')),
      toolChoice: undefined,
      parameters: { ...statedParameters(metadata), ...parameterFacts(reader) },
      usage: withAnswerUsage(usage, counted),
      cost: costFact(reader),
      finishReason:
        finishReasonFact(reader) ?? textOf(valueAt(generation, 'generation_info', 'finish_reason')),
      variables: {},
      metadata,
      tags: reader.texts('langsmith.span.tags'),
    }
  },
}

/** The exporter writes these parameters of LangChain's models only. */
const statedParameters = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutMissing({
    temperature: metadata['ls_temperature'],
    max_tokens: metadata['ls_max_tokens'],
    stop: parsed(metadata['ls_stop']),
  })

/** LangChain has a list of generations for each prompt of a list. */
const firstGeneration = (outputs: unknown): unknown =>
  [field(outputs, 'generations')].flat(2).find((generation) => isFields(generation))
