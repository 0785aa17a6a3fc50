import { fieldsOf } from '../../../json/fields.ts'
import type { Model, PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, without } from '../common/kwargs.ts'
import { responseFormatOf } from '../common/response-format.ts'
import { systemApart, type Turn, turnsOf } from '../common/turn.ts'
import { modelName, type WireForm } from '../common/wire-form.ts'
import { messagesOf, systemOf } from './messages.ts'
import { toolConfigOf } from './tools.ts'

/**
 * `converse` / `ConverseCommand` of the Bedrock runtime, also for completion templates, as in the SDK. boto3 refuses unknown
 * arguments, so all other parameters go to additionalModelRequestFields, which is for settings of the model (top_k, thinking).
 * Source: reference 4.9; API reference of Converse.
 */
export const bedrock: WireForm = {
  messages: (template) => {
    const { system, spoken } = systemApart(turnsOf(template))
    return present({ system: systemOf(system), messages: messagesOf(spoken) })
  },

  call: (template, model) => ({
    modelId: model.parameters['modelId'] ?? modelName(model),
    ...bedrock.messages(template),
    ...present({ toolConfig: toolConfigOf(template, hasCalls(template)) }),
    ...argumentsFrom(model),
  }),
}

const converseArguments = new Set([
  'modelId',
  'messages',
  'system',
  'toolConfig',
  'outputConfig',
  'guardrailConfig',
  'promptVariables',
  'additionalModelResponseFieldPaths',
  'requestMetadata',
  'performanceConfig',
  'serviceTier',
  // The SDK removes these from the call and configures its client with them.
  'aws_access_key',
  'aws_secret_key',
  'aws_region',
  'aws_session_token',
])
const inferenceSettings = new Set(['maxTokens', 'temperature', 'topP', 'stopSequences'])
const containers = ['inferenceConfig', 'additionalModelRequestFields']
const elsewhere = ['model', 'response_format', 'stream']

const argumentsFrom = ({ parameters }: Model): Kwargs => {
  const flat = Object.entries(without(parameters, [...containers, ...elsewhere]))
  const choose = (test: (key: string) => boolean) => Object.fromEntries(flat.filter(([key]) => test(key)))
  const isSetting = (key: string) => inferenceSettings.has(key)
  const isArgument = (key: string) => converseArguments.has(key)
  return {
    ...formatOf(parameters),
    ...choose(isArgument),
    ...containerOf('inferenceConfig', parameters, choose(isSetting)),
    ...containerOf(
      'additionalModelRequestFields',
      parameters,
      choose((key) => !isSetting(key) && !isArgument(key)),
    ),
  }
}

/** The container: its stored content, overridden by the flat parameters; absent if empty. */
const containerOf = (container: string, parameters: Kwargs, flat: Kwargs): Kwargs => {
  const content = { ...fieldsOf(parameters[container]), ...flat }
  return Object.keys(content).length > 0 ? { [container]: content } : {}
}

/**
 * A schema becomes outputConfig, which keeps the answer a text; a forced tool call, the older way, would not. JSON mode without
 * a schema does not exist here.
 */
const formatOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  if (format?.type !== 'json_schema') return {}
  const { name, description, schema } = format
  const jsonSchema = present({ name, description, schema: JSON.stringify(schema) })
  return { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
}

/** Converse requires the tools if the conversation has tool calls or results. */
const hasCalls = (template: PromptTemplate): boolean =>
  turnsOf(template).some(
    (turn: Turn) => turn.role === 'tool' || (turn.role === 'assistant' && turn.calls.length > 0),
  )
