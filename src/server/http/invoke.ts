import {
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type SuccessBody,
} from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'
import { Answer, type Call, type HandlerOf, type Handlers } from './handler.ts'

/** The input of an operation, before its schemas add defaults. */
type Input<N extends EndpointName> = Endpoints[N]['example'] & { readonly idempotencyKey?: string }

/** Calls an operation of the contract inside the process, for jobs that act as a caller. */
export type Invoke = <N extends EndpointName>(name: N, input: Input<N>) => Promise<SuccessBody<Endpoints[N]>>

/** Calls operations that answer with JSON values. The caller's role is not checked again. */
export const invokerOf =
  (context: Context, handlers: Handlers, caller: Caller): Invoke =>
  async (name, input) => {
    const endpoint: Endpoint = endpoints[name]
    const { params, query, body, idempotencyKey } = input as Input<EndpointName>
    const call: Call = {
      caller,
      params: endpoint.params?.parse(params) as never,
      query: endpoint.query?.parse(query ?? {}) as never,
      body: endpoint.body?.parse(body),
      visitor: {
        address: '',
        isSecure: true,
        origin: '',
        signal: new AbortController().signal,
        reauthorize: async () => {},
      },
      userAgent: '',
      idempotencyKey: idempotencyKey ?? null,
      original: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      isBinary: false,
      isUnparsed: false,
      upload: null,
      file: null,
      lastEventId: null,
    }
    const handler = handlers[name] as unknown as HandlerOf<Endpoint>
    const reply = await handler(context, call)
    const answer = reply instanceof Answer ? reply.body : reply
    return answer as never
  }

/** Resolves with null if the work is refused because the entity does not exist. */
export async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
