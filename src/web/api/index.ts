export { ApiError, type FieldError, Unreachable } from './api-error.ts'
export { call } from './call.ts'
export { queryClient } from './query-client.ts'
