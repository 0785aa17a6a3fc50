import { ApiError, errorAt } from '../api/index.ts'

/** The part of the server's error that is about the name of a new prompt. */
export const promptNameError = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 409
    ? 'This name is already used by another prompt.'
    : errorAt(error, 'prompt_template.prompt_name')
