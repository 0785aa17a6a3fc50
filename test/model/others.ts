import { Model, PromptTemplate } from '../../src/engine/template/blueprint/index.ts'
import { modelKwargs } from '../../src/engine/template/model-kwargs/index.ts'
import type { ModelRequest } from '../../src/server/model/index.ts'
import type { FaultName } from '../fake-models/index.ts'

/** A provider's wire as these tests call it, with the arguments of a template. */
export interface OtherWire {
  readonly provider: string
  readonly model: string
  /** The fake's name of the provider. */
  readonly fake: string
  /** The name of the method in track-request. */
  readonly functionName: string
  readonly environment?: Readonly<Record<string, string>>
}

export const otherWires: Readonly<Record<string, OtherWire>> = {
  anthropic: {
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    fake: 'anthropic',
    functionName: 'anthropic.messages.create',
  },
  'claude on bedrock': {
    provider: 'anthropic.bedrock',
    model: 'anthropic.claude-opus-5-5',
    fake: 'bedrock',
    functionName: 'anthropic.messages.create',
  },
  'claude on vertex': {
    provider: 'vertexai',
    model: 'claude-opus-5-5',
    fake: 'vertex',
    functionName: 'anthropic.messages.create',
    environment: { VERTEX_AI_API_KEY: 'ya29.fake-access-token' },
  },
  gemini: {
    provider: 'google',
    model: 'gemini-2.5-flash',
    fake: 'google',
    functionName: 'google.convo.send_message',
  },
  'gemini on vertex': {
    provider: 'vertexai',
    model: 'gemini-2.5-flash',
    fake: 'vertex',
    functionName: 'google.convo.send_message',
  },
  mistral: {
    provider: 'mistral',
    model: 'mistral-medium-3',
    fake: 'mistral',
    functionName: 'mistral.client.chat',
  },
  cohere: { provider: 'cohere', model: 'command-a-03-2025', fake: 'cohere', functionName: 'cohere.chat' },
  bedrock: {
    provider: 'amazon.bedrock',
    model: 'amazon.nova-pro-v1:0',
    fake: 'bedrock',
    functionName: 'boto3.bedrock-runtime.converse',
  },
  huggingface: {
    provider: 'huggingface',
    model: 'meta-llama/Llama-3.3-70B-Instruct',
    fake: 'huggingface',
    functionName: 'huggingface.chat_completion',
  },
}

export const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Tells it',
    parameters: { type: 'object', properties: { city_name: { type: 'string' } }, required: ['city_name'] },
  },
}

interface CallInput {
  readonly text?: string
  readonly tools?: readonly object[]
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly template?: object
}

/** The arguments of a template with this text. */
export function request({ provider, model }: OtherWire, input: CallInput = {}): Partial<ModelRequest> {
  const { text = 'Grüße 👋🏽 an alle', tools = [], parameters = {} } = input
  const template = PromptTemplate.parse(
    input.template ?? {
      type: 'chat',
      tools,
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be kind.' }] },
        { role: 'user', content: [{ type: 'text', text }] },
      ],
    },
  )
  const kwargs = modelKwargs({ template, model: Model.parse({ provider, name: model, parameters }) })
  return { provider, model, apiType: null, kwargs }
}

/** The same request with a fault; the text names the fault for the fake's default script. */
export const failing = (wire: OtherWire, fault: FaultName): Partial<ModelRequest> =>
  request(wire, { text: `[fault ${fault}] Grüße 👋🏽 an alle` })
