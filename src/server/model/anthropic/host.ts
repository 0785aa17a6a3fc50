import type { Send, Wire } from '../exchange/index.ts'
import type { ModelCall, ProviderWorld } from '../provider.ts'

/** Where a Claude model is hosted: each host wraps the same messages in its own envelope. */
export interface Host {
  readonly wire: Wire
  message(call: ModelCall, send: Send, world: ProviderWorld): Promise<unknown>
  events(
    call: ModelCall,
    send: Send,
    world: ProviderWorld,
  ): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>
}
