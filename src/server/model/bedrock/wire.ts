import {
  notAllowed,
  quotaSpent,
  rateLimited,
  refused,
  timedOut,
  unavailable,
  type Wire,
} from '../exchange/index.ts'

/** The exception that the SDK throws for an error inside a stream; null for other errors. */
const nameOf = (error: unknown) =>
  error instanceof Error && error.name.endsWith('Exception')
    ? { type: error.name, message: error.message }
    : null

export const bedrockWire: Wire = {
  name: 'Amazon Bedrock',
  keepsNumbers: true,
  headers: [
    'amz-sdk-invocation-id',
    'amz-sdk-request',
    'authorization',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-security-token',
    'x-amz-user-agent',
  ],
  errors: {
    codes: new Map([
      ['AccessDeniedException', notAllowed],
      ['ExpiredTokenException', notAllowed],
      ['IncompleteSignatureException', notAllowed],
      ['InvalidSignatureException', notAllowed],
      ['MissingAuthenticationTokenException', notAllowed],
      ['UnrecognizedClientException', notAllowed],
      ['ThrottlingException', rateLimited],
      ['ServiceQuotaExceededException', quotaSpent],
      ['ModelTimeoutException', timedOut],
      ['ModelNotReadyException', unavailable],
      ['InternalServerException', unavailable],
      ['ServiceUnavailableException', unavailable],
      ['ModelStreamErrorException', refused],
      ['ModelErrorException', refused],
      ['ResourceNotFoundException', refused],
      ['ValidationException', refused],
    ]),
  },
  errorInside: nameOf,
}
