import { ApiError } from './api-error.ts'

/** What the server said about one field of a form. */
export function errorAt(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.fields.find((field) => field.path === path)?.message
}

/** What it said about none of the fields shown, so that no refusal goes unseen. */
export function errorElsewhere(error: Error | null, paths: readonly string[]): Error | null {
  return error && paths.every((path) => errorAt(error, path) === undefined) ? error : null
}
