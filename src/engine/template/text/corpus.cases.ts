import type { CaseRow, Expected } from './corpus/case-row.ts'
import { DIFFERENCES } from './corpus/differences.cases.ts'
import { ERRORS_1 } from './corpus/errors-1.cases.ts'
import { ERRORS_2 } from './corpus/errors-2.cases.ts'
import { EXPRESSIONS } from './corpus/expressions.cases.ts'
import { F_STRING } from './corpus/f-string.cases.ts'
import { FILTERS_1 } from './corpus/filters-1.cases.ts'
import { FILTERS_2 } from './corpus/filters-2.cases.ts'
import { MACROS } from './corpus/macros.cases.ts'
import { METHODS } from './corpus/methods.cases.ts'
import { OUTPUT } from './corpus/output.cases.ts'
import { PROMPTS } from './corpus/prompts.cases.ts'
import { STATEMENTS_1 } from './corpus/statements-1.cases.ts'
import { STATEMENTS_2 } from './corpus/statements-2.cases.ts'
import { TESTS } from './corpus/tests.cases.ts'
import { WHITESPACE } from './corpus/whitespace.cases.ts'
import type { TemplateFormat } from './plain.ts'

export interface CorpusCase {
  readonly name: string
  readonly format: TemplateFormat
  readonly template: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly expected: Expected
  /** Why the result differs from Python's Jinja2 on purpose. */
  readonly reason?: string
}

function cases(format: TemplateFormat, ...groups: readonly (readonly CaseRow[])[]): CorpusCase[] {
  return groups.flat().map(([name, template, variables, expected, reason]) => ({
    name,
    format,
    template,
    variables,
    expected,
    ...(reason === undefined ? {} : { reason }),
  }))
}

/** Expected jinja2 results come from Python's Jinja2 3.1.6; `scripts/template-oracle.py` checks them again. */
export const CORPUS: readonly CorpusCase[] = [
  ...cases(
    'jinja2',
    OUTPUT,
    WHITESPACE,
    EXPRESSIONS,
    ERRORS_1,
    ERRORS_2,
    STATEMENTS_1,
    STATEMENTS_2,
    MACROS,
    FILTERS_1,
    FILTERS_2,
    TESTS,
    METHODS,
    PROMPTS,
    DIFFERENCES,
  ),
  ...cases('f-string', F_STRING),
]
