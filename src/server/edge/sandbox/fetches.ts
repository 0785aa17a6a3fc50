import { ProtocolFault } from './frame-reader.ts'
import { fault, type Outbound } from './network.ts'
import { limits } from './runner/limits.ts'

/** The fetches of one call. They run one at a time, because the code blocks on each. */
export class Fetches {
  readonly #ending = new AbortController()
  readonly #outbound: Outbound | null
  readonly #remainingMs: () => number
  readonly #answer: (frame: Buffer) => void
  #count = 0

  constructor(outbound: Outbound | null, remainingMs: () => number, answer: (frame: Buffer) => void) {
    this.#outbound = outbound
    this.#remainingMs = remainingMs
    this.#answer = answer
  }

  start(request: Buffer): void {
    if (!this.#outbound)
      throw new ProtocolFault('The runner sent a request without permission for the network.')
    if (++this.#count > limits.fetches) {
      this.#answer(fault(`More than ${limits.fetches} requests in one call.`))
      return
    }
    this.#outbound(request, this.#remainingMs(), this.#ending.signal).then(
      (frame) => this.#ending.signal.aborted || this.#answer(frame),
      () => this.#ending.signal.aborted || this.#answer(fault('The request failed.')),
    )
  }

  end(): void {
    this.#ending.abort()
  }
}
