import type { z } from 'zod'
import { boundMessage } from './bound-message.ts'

/** Bytes up to which all errors of a body are reported. */
const smallBody = 16 * 1024

const reportAll: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: boundMessage }
/** Reporting a hundred thousand errors blocked the event loop for 2 s. */
const stopAtFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...reportAll, abortEarly: true }

/** Validates a value that arrived in `bytes` bytes. In a large body, a list or object stops at its first error. */
export const validate = <S extends z.ZodType>(schema: S, value: unknown, bytes: number) =>
  schema.safeParse(value, bytes > smallBody ? stopAtFirst : reportAll)
