import type { z } from 'zod'

/** Bytes of a body up to which all errors are reported. */
const smallBody = 16 * 1024

const reportAll: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true }
/** A hundred thousand wrong items held the event loop for 2 s. */
const stopAtFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...reportAll, abortEarly: true }

/**
 * Validates a value received in `bytes` bytes. In a large body, a list or object stops at its first error.
 */
export const parsed = <S extends z.ZodType>(schema: S, value: unknown, bytes: number) =>
  schema.safeParse(value, bytes > smallBody ? stopAtFirst : reportAll)
