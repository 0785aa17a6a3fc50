import type { z } from 'zod'

/** Bytes up to which all errors of a body are reported. */
const smallBody = 16 * 1024

const reportAll: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: boundMessage }
/** Reporting a hundred thousand errors blocked the event loop for 2 s. */
const stopAtFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...reportAll, abortEarly: true }

/** Validates a value that arrived in `bytes` bytes. In a large body, a list or object stops at its first error. */
export const validate = <S extends z.ZodType>(schema: S, value: unknown, bytes: number) =>
  schema.safeParse(value, bytes > smallBody ? stopAtFirst : reportAll)

type Issue = Pick<z.core.$ZodRawIssue, 'code'> & Readonly<Record<string, unknown>>

/** The message for a text, number or list that breaks a bound; undefined leaves the message to Zod. */
function boundMessage({ code, origin, minimum, maximum, exact, inclusive }: Issue): string | undefined {
  const bound = code === 'too_small' ? minimum : code === 'too_big' ? maximum : undefined
  if (bound === undefined || exact || inclusive === false) return undefined
  const limit = code === 'too_small' ? 'at least' : 'at most'
  if (origin === 'number' || origin === 'int') return `Must be ${limit} ${bound}`
  const noun = nouns[String(origin)]
  if (noun === undefined) return undefined
  if (code === 'too_small' && bound === 1) return 'Must not be empty'
  return `Must have ${limit} ${bound} ${bound === 1 ? noun : `${noun}s`}`
}

const nouns: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
}
