import type {
  MessageCreateParamsNonStreaming,
  MessageCreateParamsStreaming,
} from '@anthropic-ai/sdk/resources/messages'
import { requiredKey, type Wire } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'
import { anthropicErrors } from './errors.ts'
import type { Host } from './host.ts'
import { openClient } from './sdk.ts'

const wire: Wire = {
  name: 'Anthropic',
  headers: [
    'anthropic-beta',
    'anthropic-user-profile-id',
    'anthropic-version',
    'anthropic-workspace-id',
    'authorization',
    'x-api-key',
  ],
  errors: anthropicErrors,
  keepsNumbers: true,
}

/** Claude at Anthropic's own API. */
export const direct: Host = {
  wire,

  async message(call, send) {
    const client = await openClient(accessOf(call), send)
    const kwargs = { ...ownArguments(call), stream: false } as unknown as MessageCreateParamsNonStreaming
    return await client.messages.create(kwargs)
  },

  async events(call, send) {
    const client = await openClient(accessOf(call), send)
    const kwargs = { ...ownArguments(call), stream: true } as unknown as MessageCreateParamsStreaming
    return await client.messages.create(kwargs)
  },
}

/** Removes key and address from the arguments, because a template must not choose them. */
function ownArguments({ kwargs }: ModelCall): object {
  const { apiKey: _key, baseURL: _address, ...own } = kwargs
  return own
}

const accessOf = (call: ModelCall) => ({
  apiKey: requiredKey(call, wire),
  baseUrl: call.credentials.baseUrl ?? 'https://api.anthropic.com',
})
