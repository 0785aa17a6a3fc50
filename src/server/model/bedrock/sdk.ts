import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { BedrockRuntimeClientConfig } from '@aws-sdk/client-bedrock-runtime'
import type { Send } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'
import { bedrockAccess } from './access.ts'

/** Creates a client with one login and one address. It ignores the environment and ~/.aws. */
export async function openBedrock(call: ModelCall, send: Send) {
  const commands = await import('@aws-sdk/client-bedrock-runtime')
  const { region, endpoint, login } = bedrockAccess(call)
  const client = new commands.BedrockRuntimeClient({
    region,
    endpoint,
    ...('token' in login
      ? { token: login, authSchemePreference: ['httpBearerAuth'] }
      : { credentials: login, authSchemePreference: ['sigv4'] }),
    requestHandler: handlerOf(send),
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'galley',
  })
  return { client, commands, stop: () => client.destroy() }
}

type Handler = Extract<BedrockRuntimeClientConfig['requestHandler'], { handle: unknown }>
type SignedRequest = Parameters<Handler['handle']>[0]

function handlerOf(send: Send): Handler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle({ protocol, hostname, port, path, query, method, headers, body }: SignedRequest) {
      const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`)
      for (const [name, value] of Object.entries(query ?? {}))
        for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, each ?? '')
      const response = await send(url, { method, headers, body })
      return {
        response: {
          statusCode: response.status,
          headers: Object.fromEntries(response.headers),
          body: Readable.fromWeb((response.body ?? new Blob().stream()) as ReadableStream),
        },
      }
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  } as Handler
}
