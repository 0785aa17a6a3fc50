import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/index.ts'
import { authorize } from './authorize.ts'
import { disconnectSignal } from './client-disconnected.ts'
import type { Client } from './handler.ts'
import { ownOrigin } from './own-origin.ts'
import type { Routing } from './routing.ts'
import { visitOf } from './session-cookie.ts'
import { visitorAddress } from './visitor-address.ts'

/**
 * Computes rarely used properties on demand. A class is used, because V8 makes an old-generation map for each object
 * literal with getters; that map kept the request alive until the next major collection and cost a third of a read's
 * CPU time.
 */
export class RequestClient implements Client {
  readonly #routing: Routing
  readonly #endpoint: Endpoint
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #json: unknown

  constructor(
    routing: Routing,
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    json: unknown,
  ) {
    this.#routing = routing
    this.#endpoint = endpoint
    this.#request = request
    this.#reply = reply
    this.#json = json
  }

  get address(): string {
    return visitorAddress(this.#request)
  }

  get isSecure(): boolean {
    return visitOf(this.#request).isSecure
  }

  get origin(): string {
    return ownOrigin(this.#request)
  }

  get signal(): AbortSignal {
    return disconnectSignal(this.#reply)
  }

  async reauthorize(): Promise<void> {
    await authorize(this.#routing, this.#endpoint, this.#request, this.#json)
  }
}
