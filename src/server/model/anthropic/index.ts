import { field } from '../../../engine/template/provider-reading/index.ts'
import { callThrough, failureOfError, type Send, streamThrough } from '../exchange/index.ts'
import type { ModelCall, ModelChunk, ModelProvider, ModelReply } from '../provider.ts'
import { assembleMessage } from './assemble.ts'
import { bedrock } from './bedrock.ts'
import { direct } from './direct.ts'
import type { Host } from './host.ts'
import { replyOf } from './message.ts'
import { vertex } from './vertex.ts'

/** Claude, at Anthropic (`anthropic`), on Bedrock (`anthropic.bedrock`) and on Vertex AI (`vertexai`). */
export function anthropicProvider(send: Send): ModelProvider {
  return {
    call(call) {
      const host = hostOf(call)
      return callThrough(send, call, host.wire, async (guarded) =>
        replyOf(await host.message(call, guarded), call, host.wire),
      )
    },
    stream(call) {
      const host = hostOf(call)
      return streamThrough(send, call, host.wire, (guarded) => streamed(host, call, guarded))
    },
  }
}

async function* streamed(host: Host, call: ModelCall, send: Send): AsyncGenerator<ModelChunk, ModelReply> {
  const message = assembleMessage()
  for await (const raw of await host.events(call, send)) {
    if (field(raw, 'type') === 'error') throw failureOfError(raw, host.wire, call)
    yield { raw, text: message.add(raw) }
  }
  return replyOf(message.message(), call, host.wire)
}

function hostOf({ provider }: ModelCall): Host {
  if (provider === 'anthropic.bedrock') return bedrock
  return provider === 'vertexai' ? vertex : direct
}
