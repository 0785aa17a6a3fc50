import { noAccess, requiredSetting, type Send, type Wire } from '../exchange/index.ts'
import { googleErrors } from '../google/errors.ts'
import { vertexToken } from '../google/token.ts'
import { vertexBase } from '../google/vertex.ts'
import type { ModelCall, ProviderDependencies } from '../provider.ts'
import { anthropicErrors } from './errors.ts'
import type { Host } from './host.ts'
import { openClient } from './sdk.ts'

const wire: Wire = {
  name: 'Claude on Vertex AI',
  keepsNumbers: true,
  headers: ['anthropic-beta', 'authorization'],
  // Errors that Vertex AI returns before the model is called.
  errors: {
    ...googleErrors,
    words: [...anthropicErrors.words!, ...googleErrors.words!],
    codes: new Map([...anthropicErrors.codes!, ...googleErrors.codes!]),
  },
}

/** Claude on Vertex AI. The envelope is built here, so that Anthropic's package for Vertex AI is not needed. */
export const vertex: Host = {
  wire,

  async message(call, send, dependencies) {
    const client = await openVertex(call, send, dependencies)
    return await client.post(pathOf(call, 'rawPredict'), { body: bodyOf(call, false) })
  },

  async events(call, send, dependencies) {
    const client = await openVertex(call, send, dependencies)
    const path = pathOf(call, 'streamRawPredict')
    return (await client.post(path, { body: bodyOf(call, true), stream: true })) as AsyncIterable<unknown>
  },
}

async function openVertex(call: ModelCall, send: Send, dependencies: ProviderDependencies) {
  const authToken = await vertexToken(dependencies, call, wire, send)
  if (authToken === null) throw noAccess(call, `${wire.name} takes an access token, not an API key.`)
  return await openClient({ authToken, baseUrl: vertexBase(call, wire) }, send)
}

function pathOf(call: ModelCall, verb: string): string {
  const [project, location] = ['project', 'location'].map((name) =>
    encodeURIComponent(requiredSetting(call, wire, name)),
  )
  const model = encodeURIComponent(String(call.kwargs['model'] ?? call.model))
  return `/v1/projects/${project}/locations/${location}/publishers/anthropic/models/${model}:${verb}`
}

function bodyOf({ kwargs }: ModelCall, stream: boolean): object {
  const { model: _inThePath, apiKey: _key, baseURL: _address, ...body } = kwargs
  return { ...body, stream, anthropic_version: 'vertex-2023-10-16' }
}
