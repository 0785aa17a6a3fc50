import type { LogRequest, TrackRequest } from '../../contract/index.ts'
import { type ProviderReading, readProviderCall } from '../../engine/template/provider-reading/index.ts'

/** The content of a /log-request body. */
export const inputOutputOf = ({ input, output, prompt_input_variables: variables }: LogRequest) => ({
  input,
  output,
  variables,
})

/** The parsed content of a tracked request, used when it is logged and when it is read. */
export const readingOf = (body: TrackRequest): ProviderReading =>
  readProviderCall({
    providerType: body.provider_type ?? null,
    functionName: body.function_name,
    args: body.args ?? [],
    kwargs: body.kwargs ?? {},
    response: body.request_response ?? {},
  })
