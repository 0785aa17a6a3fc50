import type { z } from 'zod'

/** One error of an input: its path, its message, and its kind. */
export interface Detail {
  loc: string[]
  msg: string
  type: string
}

type Issue = z.core.$ZodIssue

/** Errors of a schema that reports its input. Every `loc` starts with `path`. */
export function detailsOf(error: z.ZodError, path: readonly (string | number)[]): Detail[] {
  return error.issues.flatMap((issue) => detailOf(issue, path.map(String)))
}

function detailOf(issue: Issue, path: string[]): Detail[] {
  const loc = [...path, ...issue.path.map(String)]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, loc)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ loc: [...loc, key], msg: 'Unknown field', type: 'extra_forbidden' }))
  if (issue.code === 'invalid_key')
    return [{ loc, msg: issue.issues[0]?.message ?? issue.message, type: 'invalid_key' }]
  if (isMissing(issue)) return [{ loc, msg: 'Field required', type: 'missing' }]
  return [{ loc, msg: issue.message, type: typeOf(issue) }]
}

/** The errors of the union's member that matched furthest. Of equals, a member of the value's type wins, then the fewest errors. */
function closest(errors: Issue[][], loc: string[]): Detail[] {
  const depth = (issues: Issue[]) => Math.max(...issues.map(({ path }) => path.length))
  const best = errors.reduce((nearest, issues) => {
    const further = depth(issues) - depth(nearest) || Number(isOfType(issues)) - Number(isOfType(nearest))
    return further > 0 || (further === 0 && issues.length < nearest.length) ? issues : nearest
  })
  return best.flatMap((issue) => detailOf(issue, loc))
}

/** Whether the value has the type of this member: a list with too many items is a list, not a text. */
function isOfType(issues: Issue[]): boolean {
  return !issues.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'invalid_type' ||
        (issue.code === 'invalid_union' && !issue.errors.some((member) => isOfType(member)))),
  )
}

function isMissing(issue: Issue): boolean {
  if (issue.code === 'custom') return issue.params?.type === 'missing'
  return (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined
}

function typeOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `${issue.expected}_type`
  return issue.code === 'custom' ? 'value_error' : issue.code
}
