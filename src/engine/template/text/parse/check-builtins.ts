import { failSyntax } from '../errors.ts'
import { FILTERS } from '../filters/index.ts'
import { TESTS } from '../tests.ts'
import type { Template } from './ast.ts'
import { visitNames } from './visit-names.ts'

/** Refuses unknown filters and tests, except where Jinja2 only fails at run time. */
export function checkBuiltins(template: Template): void {
  visitNames(template, {
    read: () => undefined,
    write: () => undefined,
    builtin: (kind, name, line, optional) => {
      if (!optional && !(kind === 'filter' ? FILTERS : TESTS).has(name))
        failSyntax(`No ${kind} named '${name}'.`, line)
    },
    branch: (visit) => visit(),
    scope: (visit) => visit(),
  })
}
