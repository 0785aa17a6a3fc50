import { z } from 'zod'

export const RequestStatus = z.enum(['SUCCESS', 'WARNING', 'ERROR'])
export type RequestStatus = z.output<typeof RequestStatus>

/** Statuses allowed with each error type. Source: the founding document, log-request. */
export const statusesOfErrorType = {
  PROVIDER_RATE_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_QUOTA_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_PARTIAL_RESPONSE: ['WARNING'],
  VARIABLE_MISSING_OR_EMPTY: ['WARNING'],
  PROVIDER_TIMEOUT: ['ERROR'],
  PROVIDER_AUTH_ERROR: ['ERROR'],
  PROVIDER_ERROR: ['ERROR'],
  TEMPLATE_RENDER_ERROR: ['ERROR'],
  UNKNOWN_ERROR: ['WARNING', 'ERROR'],
} as const satisfies Record<string, readonly RequestStatus[]>

export type ErrorType = keyof typeof statusesOfErrorType
export const ErrorType = z.enum(Object.keys(statusesOfErrorType) as [ErrorType, ...ErrorType[]])

export function mayAccompany(errorType: ErrorType, status: RequestStatus): boolean {
  return (statusesOfErrorType[errorType] as readonly RequestStatus[]).includes(status)
}
