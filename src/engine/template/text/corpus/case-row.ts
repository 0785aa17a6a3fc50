import type { TemplateTextErrorCode } from '../index.ts'

/** The expected text, or the code of the expected error. */
export type Expected = string | { readonly error: TemplateTextErrorCode }

/** Name, template, variables, expected result, and the reason when the result differs from Python's on purpose. */
export type CaseRow = readonly [
  name: string,
  template: string,
  variables: Readonly<Record<string, unknown>>,
  expected: Expected,
  reason?: string,
]
