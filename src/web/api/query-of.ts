import type { EndpointName } from '../../contract/index.ts'
import { type CallInput, call } from './call.ts'

/** The options of a query that reads an endpoint. Refetches repeat the same input, so an input must not depend on the time. */
export const queryOf = <Key extends readonly unknown[], Name extends EndpointName>(
  queryKey: Key,
  name: Name,
  input: CallInput<Name> = {} as CallInput<Name>,
) => ({
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(name, { ...input, signal }),
})
