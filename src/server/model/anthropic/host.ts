import type { Send, Wire } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'

/** Where a Claude model is asked: each place takes the same messages in its own envelope. */
export interface Host {
  readonly wire: Wire
  message(call: ModelCall, send: Send): Promise<unknown>
  events(call: ModelCall, send: Send): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>
}
