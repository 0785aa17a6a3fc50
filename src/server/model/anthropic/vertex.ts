import { field } from '../../../engine/template/provider-reading/common/json.ts'
import { requiredSetting, type Wire } from '../exchange/index.ts'
import { vertexBase } from '../google/vertex.ts'
import type { ModelCall } from '../provider.ts'
import { anthropicErrors } from './errors.ts'
import type { Host } from './host.ts'
import { openClient } from './sdk.ts'

const wire: Wire = {
  name: 'Claude on Vertex AI',
  headers: ['anthropic-beta', 'authorization'],
  errors: anthropicErrors,
  errorInside: (error) => field(error, 'error'),
}

/** Claude on Vertex AI: Anthropic's own package for it is not installed, so its envelope is made here. */
export const vertex: Host = {
  wire,

  async message(call, send) {
    const client = await openVertex(call, send)
    return await client.post(pathOf(call, 'rawPredict'), { body: bodyOf(call, false) })
  },

  async events(call, send) {
    const client = await openVertex(call, send)
    const path = pathOf(call, 'streamRawPredict')
    return (await client.post(path, { body: bodyOf(call, true), stream: true })) as AsyncIterable<unknown>
  },
}

const openVertex = (call: ModelCall, send: Parameters<Host['message']>[1]) =>
  openClient({ authToken: requiredSetting(call, wire, 'accessToken'), baseUrl: vertexBase(call, wire) }, send)

function pathOf(call: ModelCall, verb: string): string {
  const [project, location] = ['project', 'location'].map((name) =>
    encodeURIComponent(requiredSetting(call, wire, name)),
  )
  const model = encodeURIComponent(String(call.kwargs['model'] ?? call.model))
  return `/v1/projects/${project}/locations/${location}/publishers/anthropic/models/${model}:${verb}`
}

function bodyOf({ kwargs }: ModelCall, stream: boolean): object {
  const { model: _inThePath, ...body } = kwargs
  return { ...body, stream, anthropic_version: 'vertex-2023-10-16' }
}
