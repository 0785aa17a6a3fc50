import type { z } from 'zod'

/** Bytes of a body up to which all that is wrong with it is told. */
const smallBody = 16 * 1024

const everything: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true }
/** A hundred thousand wrong items held the event loop for 2 s, to be told that there are so many. */
const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...everything, abortEarly: true }

/** What the schema makes of a value that came in so many bytes. Of a large one that is wrong, only the first few
 * things that are: a list or an object is given up at its first wrong part. */
export const parsed = <S extends z.ZodType>(schema: S, value: unknown, bytes: number) =>
  schema.safeParse(value, bytes > smallBody ? untilFirst : everything)
