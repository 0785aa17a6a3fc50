import { ApiError } from './api-error.ts'
import { atField } from './sentence-of.ts'

/** The server's error for one field of a form. */
export function errorAt(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const field = error.fields.find((one) => one.path === path)
  return field && atField(field.message)
}

/** The errors of fields that are not shown, so that every refusal is visible. */
export function errorElsewhere(error: Error | null, paths: readonly string[]): Error | null {
  return error && paths.every((path) => errorAt(error, path) === undefined) ? error : null
}
