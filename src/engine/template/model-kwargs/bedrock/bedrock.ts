import { fieldsOf } from '../../../json/fields.ts'
import type { Model, PromptTemplate, ToolCall } from '../../blueprint/index.ts'
import { alternatingMessages } from '../common/alternating-messages.ts'
import { type Kwargs, present, without } from '../common/kwargs.ts'
import { type Marker, markerOf } from '../common/marker.ts'
import { type Choice, functionsOf, type OfferedFunction, offerOf } from '../common/offer.ts'
import { textsOf } from '../common/plain-text.ts'
import { responseFormatOf } from '../common/response-format.ts'
import {
  argumentsOf,
  type InputTurn,
  plainId,
  splitSystem,
  type ToolTurn,
  type Turn,
  turnsOf,
} from '../common/turn.ts'
import { modelName, type WireForm } from '../common/wire-form.ts'
import { assistantBlocks, cachePoint, inputBlocks, textBlock } from './blocks.ts'

/** Converse's system blocks and its strictly alternating messages. */

const systemOf = (turns: InputTurn[]): Kwargs[] | null => {
  const blocks = turns.flatMap(({ content, marker }) =>
    withCachePoint(
      content.flatMap((block) => [...textsOf([block]).flatMap(textBlock), ...cachePoint(markerOf(block))]),
      marker,
    ),
  )
  return blocks.some((block) => 'text' in block) ? blocks : null
}

const messagesOf = (turns: Turn[]): Kwargs[] =>
  alternatingMessages(turns, (turn) => withCachePoint(blocksOf(turn), turn.marker))

/** A cache marker on the message becomes a cache point after its last block, unless one is there. */
const withCachePoint = (blocks: Kwargs[], marker: Marker | null): Kwargs[] => {
  const last = blocks.at(-1)
  return last && !('cachePoint' in last) ? [...blocks, ...cachePoint(marker)] : blocks
}

const blocksOf = (turn: Turn): Kwargs[] => {
  if (turn.role === 'tool') return toolResult(turn)
  if (turn.role !== 'assistant') return turn.content.flatMap(inputBlocks)
  return [...assistantBlocks(turn.content), ...turn.calls.flatMap(toolUse)]
}

const toolUse = (call: ToolCall): Kwargs[] => [
  { toolUse: { toolUseId: plainId(call.id), name: call.function.name, input: argumentsOf(call) } },
  ...cachePoint(markerOf(call, call.function)),
]

/** Cache points follow the result; Converse requires content in each result. */
const toolResult = ({ content, callId }: ToolTurn): Kwargs[] => {
  const blocks = content.flatMap(inputBlocks).filter((block) => !('cachePoint' in block))
  const filling = blocks.length > 0 ? blocks : [{ text: '(no output)' }]
  return [
    { toolResult: { toolUseId: plainId(callId), content: filling } },
    ...cachePoint(markerOf(...content)),
  ]
}

/**
 * Converse's toolConfig, with function tools only; a tool with a cache marker is followed by a cache point. Converse has no
 * choice `none`: tools are left out, or offered without a choice if the conversation needs them.
 */
const toolConfigOf = (template: PromptTemplate, hasToolCalls: boolean): Kwargs | null => {
  const offer = offerOf(template)
  const functions = functionsOf(offer)
  if (functions.length === 0 || (offer.choice === 'none' && !hasToolCalls)) return null
  return present({ tools: functions.flatMap(toolSpec), toolChoice: toolChoice(offer.choice) })
}

const toolSpec = ({ name, description, parameters, strict, marker }: OfferedFunction): Kwargs[] => [
  {
    toolSpec: present({
      name,
      description,
      inputSchema: { json: { ...parameters, type: 'object' } },
      strict: strict || null,
    }),
  },
  ...cachePoint(marker),
]

const toolChoice = (choice: Choice | null): Kwargs | null => {
  if (choice === null || choice === 'none') return null
  if (typeof choice !== 'string') return { tool: { name: choice.name } }
  return choice === 'auto' ? { auto: {} } : { any: {} }
}

/**
 * `converse` / `ConverseCommand` of the Bedrock runtime, also for completion templates, as in the SDK. boto3 refuses unknown
 * arguments, so all other parameters go to additionalModelRequestFields, which is for settings of the model (top_k, thinking).
 * Source: reference 4.9; API reference of Converse.
 */
export const bedrock: WireForm = {
  messages: (template) => {
    const { system, conversation } = splitSystem(turnsOf(template))
    return present({ system: systemOf(system), messages: messagesOf(conversation) })
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
const handledElsewhere = ['model', 'response_format', 'stream']

const argumentsFrom = ({ parameters }: Model): Kwargs => {
  const flat = Object.entries(without(parameters, [...containers, ...handledElsewhere]))
  const pickFields = (test: (key: string) => boolean) => Object.fromEntries(flat.filter(([key]) => test(key)))
  const isInferenceSetting = (key: string) => inferenceSettings.has(key)
  const isArgument = (key: string) => converseArguments.has(key)
  return {
    ...formatOf(parameters),
    ...pickFields(isArgument),
    ...containerOf('inferenceConfig', parameters, pickFields(isInferenceSetting)),
    ...containerOf(
      'additionalModelRequestFields',
      parameters,
      pickFields((key) => !isInferenceSetting(key) && !isArgument(key)),
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
