import { requiredKey, requiredSetting, type Send, type Wire } from '../exchange/index.ts'
import type { ModelCall, ProviderDependencies } from '../provider.ts'
import { vertexToken } from './token.ts'
import { vertexBase } from './vertex.ts'

/** Creates a client with an explicit key and address, because the SDK reads missing ones from the environment. */
export async function openClient(
  dependencies: ProviderDependencies,
  call: ModelCall,
  wire: Wire,
  send: Send,
) {
  const { GoogleGenAI } = await import('@google/genai')
  const { settings, baseUrl } = call.credentials
  const version = settings['apiVersion'] ? { apiVersion: settings['apiVersion'] } : {}
  if (call.provider !== 'vertexai')
    return new GoogleGenAI({
      vertexai: false,
      apiKey: requiredKey(call, wire),
      httpOptions: {
        fetch: send,
        baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com/',
        ...version,
      },
    })
  const token = await vertexToken(dependencies, call, wire, send)
  if (token === null)
    return new GoogleGenAI({
      vertexai: true,
      apiKey: requiredKey(call, wire),
      httpOptions: { fetch: send, baseUrl: baseUrl ?? 'https://aiplatform.googleapis.com/', ...version },
    })
  return new GoogleGenAI({
    vertexai: true,
    project: requiredSetting(call, wire, 'project'),
    location: requiredSetting(call, wire, 'location'),
    googleAuthOptions: { authClient: bearer(token) },
    httpOptions: { fetch: send, baseUrl: vertexBase(call, wire), ...version },
  })
}

type Options = NonNullable<ConstructorParameters<typeof import('@google/genai').GoogleGenAI>[0]>
type AuthClient = NonNullable<Options['googleAuthOptions']>['authClient']

/** Authenticates with the given token, so that the SDK searches for no login on this machine. */
const bearer = (token: string) =>
  ({
    getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }),
  }) as unknown as AuthClient
