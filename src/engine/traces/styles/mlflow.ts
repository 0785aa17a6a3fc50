import { isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { AttributeStyle, CallFacts, Operation, SpanUsage } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, numberOf, textOf, withoutMissing } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import { genAi } from './gen-ai.ts'

const operations = new Map<string, Operation>([
  ['CHAT_MODEL', 'chat'],
  ['LLM', 'chat'],
  ['EMBEDDING', 'embedding'],
])

/** MLflow 3: every attribute is JSON. Inputs and outputs of a call are the arguments and the answer of its client. */
export const mlflow: AttributeStyle = {
  name: 'mlflow',

  matches: (span, reader) => reader.has('mlflow.spanType') || span.scope.name.startsWith('mlflow.'),

  read(span, reader) {
    if (!reader.has('mlflow.spanType')) return withModelArgument(genAi.read(span, reader), reader)
    const operation = operations.get(textOf(reader.json('mlflow.spanType')) ?? '')
    return operation ? callOf(operation, reader) : null
  },
}

function callOf(operation: Operation, reader: AttributeReader): CallFacts {
  const inputs = reader.json('mlflow.spanInputs')
  const outputs = reader.json('mlflow.spanOutputs')
  const { messages, input, prompt, contents, system, instructions, tools, tool_choice, ...settings } =
    fieldsOf(inputs)
  const { model: requested, stream_options: _options, ...parameters } = settings
  // LangChain's model has its parameters in a separate attribute.
  const {
    model: _model,
    model_name: _name,
    _type,
    tools: _tools,
    tool_choice: chosen,
    ...invoked
  } = fieldsOf(reader.json('invocation_params'))
  const model = textOf(reader.json('mlflow.llm.model')) ?? textOf(requested)
  const offered = reader.json('mlflow.chat.tools')
  const requestInput = messages ?? input ?? prompt ?? contents
  const answerOutput = field(outputs, 'choices', 'output') ?? outputs
  const guidance = system ?? instructions
  ignoreOthers(inputs, reader)
  return {
    operation,
    provider: providerName(textOf(reader.json('mlflow.llm.provider')), model),
    model,
    answeringModel: textOf(field(outputs, 'model')),
    responseId: textOf(field(outputs, 'id')),
    input: [
      ...(guidance === undefined ? [] : messagesOf([{ role: 'system', content: guidance }])),
      ...messagesOf(requestInput ?? inputs),
    ],
    output: operation === 'embedding' ? [] : messagesOf(answerOutput, 'assistant'),
    tools: toolsOf(tools ?? offered),
    toolChoice: toolChoiceOf(tool_choice ?? chosen),
    parameters: withoutMissing({ ...(requestInput !== undefined && parameters), ...invoked }),
    usage: withAnswerUsage(usageOf(reader.json('mlflow.chat.tokenUsage')), field(outputs, 'usage')),
    cost: numberOf(field(reader.json('mlflow.llm.cost'), 'total_cost')),
    finishReason: textOf(field([field(outputs, 'choices')].flat()[0], 'finish_reason')),
    variables: {},
    metadata: fieldsOf(reader.json('metadata')),
    tags: [],
  }
}

/** For exports in GenAI's conventions: a failed call states its model in the arguments only. */
function withModelArgument(facts: CallFacts | null, reader: AttributeReader): CallFacts | null {
  if (!facts) return null
  const model = facts.model ?? textOf(reader.json('model'))
  for (const name of ['model', 'tools', 'stream', 'stream_options', ...Object.keys(facts.parameters)])
    reader.value(name)
  return { ...facts, model, provider: facts.model === null ? providerName(null, model) : facts.provider }
}

function usageOf(usage: unknown): SpanUsage {
  const count = (name: string) => numberOf(field(usage, name))
  return {
    input: count('input_tokens'),
    output: count('output_tokens'),
    total: count('total_tokens'),
    cachedInput: count('cache_read_input_tokens'),
    cacheWrite: count('cache_creation_input_tokens'),
    cacheWriteHour: count('cache_creation_input_tokens_above_1hr'),
    reasoning: null,
  }
}

const fieldsOf = (inputs: unknown): Record<string, unknown> => (isFields(inputs) ? { ...inputs } : {})

/** Each argument is also an attribute of its own. */
function ignoreOthers(inputs: unknown, reader: AttributeReader): void {
  for (const name of [...Object.keys(fieldsOf(inputs)), 'options', 'batch_size']) reader.value(name)
  for (const name of ['traceRequestId', 'message.format', 'spanLogLevel', 'spanFunctionName', 'experimentId'])
    reader.value(`mlflow.${name}`)
}
