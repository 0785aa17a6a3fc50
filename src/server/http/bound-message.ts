import type { z } from 'zod'

type Issue = Pick<z.core.$ZodRawIssue, 'code'> & Readonly<Record<string, unknown>>

/** The message for a text, number or list that breaks a bound; undefined leaves the message to Zod. */
export function boundMessage({
  code,
  origin,
  minimum,
  maximum,
  exact,
  inclusive,
}: Issue): string | undefined {
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
