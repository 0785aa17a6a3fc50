import type { Send, Wire } from '../exchange/index.ts'
import type { ModelCall, ProviderDependencies } from '../provider.ts'

/** A host of Claude models. Each host has the same messages in another envelope. */
export interface Host {
  readonly wire: Wire
  message(call: ModelCall, send: Send, dependencies: ProviderDependencies): Promise<unknown>
  events(
    call: ModelCall,
    send: Send,
    dependencies: ProviderDependencies,
  ): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>
}
