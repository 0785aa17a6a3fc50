import { ApiError } from './api-error.ts'
import { capitalized } from './sentence-of.ts'

/** The server's error for one field of a form. */
export function errorAt(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const fieldError = error.fields.find((field) => field.path === path)
  return fieldError && capitalized(fieldError.message)
}

/** The error, unless the field at one of these paths shows it. So every refusal is visible once. */
export function errorElsewhere(error: Error | null, paths: readonly string[]): Error | null {
  return error && paths.every((path) => errorAt(error, path) === undefined) ? error : null
}
