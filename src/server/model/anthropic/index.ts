import { callThrough, streamThrough } from '../exchange/index.ts'
import type { ModelCall, ModelProvider, ProviderDependencies } from '../provider.ts'
import { assembleMessage } from './assemble.ts'
import { bedrock } from './bedrock.ts'
import { direct } from './direct.ts'
import type { Host } from './host.ts'
import { replyOf } from './message.ts'
import { vertex } from './vertex.ts'

/** Claude at Anthropic (`anthropic`), on Bedrock (`anthropic.bedrock`) and on Vertex AI (`vertexai`). */
export function createAnthropic(dependencies: ProviderDependencies): ModelProvider {
  return {
    call(call) {
      const host = hostOf(call)
      return callThrough(dependencies, call, host.wire, async (send) =>
        replyOf(await host.message(call, send, dependencies), call),
      )
    },
    stream(call) {
      const host = hostOf(call)
      return streamThrough(dependencies, call, host.wire, async (send) => ({
        events: await host.events(call, send, dependencies),
        assembly: assembleMessage(),
        replyOf: (response) => replyOf(response, call),
      }))
    },
  }
}

function hostOf({ provider }: ModelCall): Host {
  if (provider === 'anthropic.bedrock') return bedrock
  return provider === 'vertexai' ? vertex : direct
}
