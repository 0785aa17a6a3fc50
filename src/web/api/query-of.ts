import type { EndpointName } from '../../contract/index.ts'
import { type CallInput, call } from './call.ts'

/** The options of a query that reads an endpoint. The input is made now; queries that depend on the time call it themselves. */
export const queryOf = <Key extends readonly unknown[], Name extends EndpointName>(
  queryKey: Key,
  name: Name,
  input: CallInput<Name> = {} as CallInput<Name>,
) => ({
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(name, { ...input, signal }),
})
