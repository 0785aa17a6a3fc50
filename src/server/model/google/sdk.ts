import { requiredKey, requiredSetting, type Send, type Wire } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'
import { vertexBase } from './vertex.ts'

/** A client whose key, address and version are all given, for it fills gaps from the environment. */
export async function openClient(call: ModelCall, wire: Wire, send: Send) {
  const { GoogleGenAI } = await import('@google/genai')
  const { settings, baseUrl } = call.credentials
  const apiVersion = settings['apiVersion']
  if (call.provider !== 'vertexai')
    return new GoogleGenAI({
      vertexai: false,
      apiKey: requiredKey(call, wire),
      httpOptions: {
        fetch: send,
        baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com/',
        apiVersion: apiVersion ?? 'v1beta',
      },
    })
  const vertexVersion = apiVersion ?? 'v1beta1'
  if (!settings['accessToken'])
    return new GoogleGenAI({
      vertexai: true,
      apiKey: requiredKey(call, wire),
      httpOptions: {
        fetch: send,
        baseUrl: baseUrl ?? 'https://aiplatform.googleapis.com/',
        apiVersion: vertexVersion,
      },
    })
  return new GoogleGenAI({
    vertexai: true,
    project: requiredSetting(call, wire, 'project'),
    location: requiredSetting(call, wire, 'location'),
    googleAuthOptions: { authClient: bearer(settings['accessToken']) },
    httpOptions: { fetch: send, baseUrl: vertexBase(call, wire), apiVersion: vertexVersion },
  })
}

type AuthClient = NonNullable<
  NonNullable<ConstructorParameters<typeof import('@google/genai').GoogleGenAI>[0]>['googleAuthOptions']
>['authClient']

/** The token as it is, in the place of a client that would look for one on this machine and beyond. */
const bearer = (token: string) =>
  ({
    getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }),
  }) as unknown as AuthClient
