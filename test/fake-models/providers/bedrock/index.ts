import type { Provider, RefusalAnswer, RefusalKind } from '../provider.ts'
import { converse } from './converse.ts'
import { invoke } from './invoke.ts'

const refusal = (status: number, type: string, message: string): RefusalAnswer => ({
  status,
  body: { message },
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(
    403,
    'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  ),
  rate_limit: refusal(429, 'ThrottlingException', 'Too many requests, please wait before trying again.'),
  quota: refusal(400, 'ServiceQuotaExceededException', 'Too many tokens per day.'),
  bad_request: refusal(400, 'ValidationException', 'The value of temperature is out of range.'),
  context_length: refusal(400, 'ValidationException', 'Input is too long for requested model.'),
  not_found: refusal(404, 'ResourceNotFoundException', 'Could not resolve the foundation model.'),
  server_error: refusal(500, 'InternalServerException', 'The system encountered an unexpected error.'),
  unavailable: refusal(503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'),
  overloaded: refusal(529, 'ServiceUnavailableException', 'Overloaded'),
}

export const bedrock: Provider = {
  name: 'bedrock',
  mount: '/bedrock',
  wires: [converse, invoke],
  environment: (baseUrl) => ({
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: baseUrl,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIAFAKE',
    AWS_SECRET_ACCESS_KEY: 'aws-fake',
  }),
  refusal: (kind) => refusals[kind],
}
