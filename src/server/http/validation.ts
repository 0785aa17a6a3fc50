import type { z } from 'zod'

export interface Detail {
  loc: string[]
  msg: string
  type: string
}

/** Bytes of a body up to which all that is wrong with it is told. */
const smallBody = 16 * 1024

const everything: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true }
/** A hundred thousand wrong items held the event loop for 2 s, to be told that there are so many. */
const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...everything, abortEarly: true }

/** What the schema makes of a value that came in so many bytes. Of a large one that is wrong, only the first few
 * things that are: a list or an object is given up at its first wrong part. */
export const parsed = <S extends z.ZodType>(schema: S, value: unknown, bytes: number) =>
  schema.safeParse(value, bytes > smallBody ? untilFirst : everything)

/** What a schema found wrong (told to report its input), in the wire's form: where, what, and a word for its kind. */
export function detailsOf(error: z.ZodError, place: 'path' | 'query' | 'body'): Detail[] {
  return error.issues.flatMap((issue) => detailOf(issue, [place]))
}

type Issue = z.core.$ZodIssue

function detailOf(issue: Issue, at: string[]): Detail[] {
  const loc = [...at, ...issue.path.map(String)]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, loc)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ loc: [...loc, key], msg: 'Unknown field', type: 'extra_forbidden' }))
  if (issue.code === 'invalid_key')
    return [{ loc, msg: issue.issues[0]?.message ?? issue.message, type: 'invalid_key' }]
  if (isMissing(issue)) return [{ loc, msg: 'Field required', type: 'missing' }]
  return [{ loc, msg: issue.message, type: typeOf(issue) }]
}

/** Of a union's members, the one that fitted furthest says what is wrong; of several the one that asks for least. */
function closest(errors: Issue[][], loc: string[]): Detail[] {
  const depth = (issues: Issue[]) => Math.max(...issues.map(({ path }) => path.length))
  const best = errors.reduce((kept, issues) => {
    const further = depth(issues) - depth(kept)
    return further > 0 || (further === 0 && issues.length < kept.length) ? issues : kept
  })
  return best.flatMap((issue) => detailOf(issue, loc))
}

function isMissing(issue: Issue): boolean {
  if (issue.code === 'custom') return issue.params?.type === 'missing'
  return (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined
}

function typeOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `${issue.expected}_type`
  return issue.code === 'custom' ? 'value_error' : issue.code
}
