import type { ConverseCommandInput, ConverseStreamOutput } from '@aws-sdk/client-bedrock-runtime'
import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { count, field } from '../../../engine/template/provider-reading/common/json.ts'
import { callThrough, type Send, streamThrough } from '../exchange/index.ts'
import type { ModelCall, ModelProvider, ModelReply, ModelUsage, ProviderDependencies } from '../provider.ts'
import { accessArguments } from './access.ts'
import { assembleConverse } from './assemble.ts'
import { withBytes, withText } from './bytes.ts'
import { openBedrock } from './sdk.ts'
import { bedrockWire } from './wire.ts'

/** All models of Amazon Bedrock, through Converse. */
export function createBedrock(dependencies: ProviderDependencies): ModelProvider {
  return {
    call: (call) => callThrough(dependencies, call, bedrockWire, (guarded) => converse(call, guarded)),
    stream: (call) =>
      streamThrough(dependencies, call, bedrockWire, (guarded) => converseStream(call, guarded)),
  }
}

async function converse(call: ModelCall, send: Send): Promise<ModelReply> {
  const { client, commands, stop } = await openBedrock(call, send)
  try {
    const { $metadata: _ours, ...answer } = await client.send(new commands.ConverseCommand(inputOf(call)))
    return replyOf(withText(answer), call)
  } finally {
    stop()
  }
}

async function converseStream(call: ModelCall, send: Send) {
  return {
    events: eventsOf(call, send),
    assembly: assembleConverse(),
    replyOf: (response: Fields) => replyOf(response, call),
    rawOf: withText,
  }
}

async function* eventsOf(call: ModelCall, send: Send): AsyncGenerator<ConverseStreamOutput> {
  const { client, commands, stop } = await openBedrock(call, send)
  try {
    const { stream } = await client.send(new commands.ConverseStreamCommand(inputOf(call)))
    yield* stream ?? []
  } finally {
    stop()
  }
}

function inputOf({ kwargs, model }: ModelCall): ConverseCommandInput {
  const bodyEntries = Object.entries(kwargs).filter(
    ([name]) => name !== 'stream' && !accessArguments.includes(name),
  )
  return {
    modelId: model,
    ...fieldsOf(withBytes(Object.fromEntries(bodyEntries))),
  } as unknown as ConverseCommandInput
}

function replyOf(response: unknown, call: ModelCall): ModelReply {
  if (!isFields(field(field(response, 'output'), 'message'))) throw new Error('it holds no message.')
  const stopReason = field(response, 'stopReason')
  return {
    response,
    usage: usageOf(field(response, 'usage')),
    finishReason: typeof stopReason === 'string' ? stopReason : null,
    model: typeof call.kwargs['modelId'] === 'string' ? call.kwargs['modelId'] : call.model,
  }
}

/** Converse does not include cached and cache-write tokens in the input, like Anthropic, so they are added. */
function usageOf(usage: unknown): ModelUsage | null {
  if (!isFields(usage)) return null
  const tokens = (name: string) => count(field(usage, name))
  const cached = tokens('cacheReadInputTokens')
  const cacheWrites = tokens('cacheWriteInputTokens')
  return {
    inputTokens: tokens('inputTokens') + cached + cacheWrites,
    outputTokens: tokens('outputTokens'),
    cachedInputTokens: cached,
    cacheWriteTokens: cacheWrites,
    reasoningTokens: 0,
    inputAudioTokens: 0,
    outputAudioTokens: 0,
  }
}
