import endpoints from 'virtual:endpoints'
import type { Endpoint, EndpointName, Endpoints, SuccessBody } from '../../contract/index.ts'
import { ApiError, Unreachable } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { readAnswer } from './read-answer.ts'
import { signedInAgain } from './session-end.ts'

/** The parts of a request: path, query and body. */
type InputOf<E extends Endpoint> = E['example'] & { readonly signal?: AbortSignal }
export type CallInput<N extends EndpointName> = InputOf<Endpoints[N]>

export type Answer<N extends EndpointName> = SuccessBody<Endpoints[N]>

/** Calls an endpoint of the contract, with its paths, types and error bodies. */
export async function call<N extends EndpointName>(
  name: N,
  input: CallInput<N> = {} as CallInput<N>,
): Promise<Answer<N>> {
  const [method, path] = endpoints[name]!
  const { params, query, body, signal } = input as InputOf<Endpoint>
  const response = await send(name, addressOf(path, params as Values, query as Values), {
    method: method.toUpperCase(),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'same-origin',
  })
  const text = await response.text()
  if (!response.ok) throw ApiError.of(response.status, text)
  return (text === '' ? null : await readAnswer(text)) as Answer<N>
}

/** The URL of an endpoint, for links and streams. */
export function addressOfCall<N extends EndpointName>(name: N, input: CallInput<N>): string {
  const { params, query } = input as InputOf<Endpoint>
  return addressOf(endpoints[name]![1], params as Values, query as Values)
}

/**
 * Sends a request. If the session has ended, the call waits until the person has signed in again, so that no
 * input is lost. Without an earlier session, the 401 is returned.
 */
export async function send(name: EndpointName, address: string, init: RequestInit): Promise<Response> {
  const response = await reach(address, init)
  if (response.status !== 401 || name === 'signIn' || !queryClient.getQueryData(['session'])) return response
  // A 401 may have another reason, such as a wrong password.
  if (name !== 'readSession' && (await reach(endpoints['readSession']![1], {})).ok) return response
  await signedInAgain()
  return reach(address, init)
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unreachable()
  }
}

type Values = Readonly<Record<string, unknown>>

function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filledPath = path.replace(/\{(\w+)(\+?)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item))
  return search.size === 0 ? filledPath : `${filledPath}?${search}`
}
