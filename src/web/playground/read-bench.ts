import { z } from 'zod/mini'
import { type Bench, newId } from './variant.ts'

const record = z.record(z.string(), z.unknown())
const Written = z.object({
  variants: z
    .array(
      z.object({
        prompt: z.nullable(z.string()),
        version: z.optional(z.int()),
        system: z.string(),
        user: z.string(),
        provider: z.string(),
        model: z.string(),
        parameters: record,
        kept: z.optional(z.object({ messages: z.array(z.unknown()), template: record })),
      }),
    )
    .check(z.minLength(1), z.maxLength(6)),
  cases: z
    .array(
      z.object({
        values: z.record(z.string(), z.union([z.string(), z.object({ json: z.string() })])),
      }),
    )
    .check(z.minLength(1)),
})

/** What comes from a link or from this browser's store, under new ids. @throws when it is something else. */
export function readBench(value: unknown): Bench {
  const { variants, cases } = Written.parse(value)
  return {
    variants: variants.map(({ kept, ...variant }) => ({ ...variant, ...(kept && { kept }), id: newId() })),
    cases: cases.map((one) => ({ ...one, id: newId() })),
  }
}
