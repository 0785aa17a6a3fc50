import { z } from 'zod/mini'
import type { Metadata } from '../../engine/template/blueprint/index.ts'
import { metadataOf, textMessage } from '../prompts/values.ts'
import { chatOf } from './chat-of.ts'
import type { Scorer } from './scorers/scorer.ts'
import { type Bench, maxVariants, newId } from './variant.ts'

const record = z.record(z.string(), z.unknown())
const origin = { prompt: z.nullable(z.string()), version: z.optional(z.int()) }
const model = z.nullish(z.looseObject({ provider: z.string(), name: z.string(), parameters: record }))
const Composed = z.object({
  ...origin,
  template: z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) }),
  metadata: z.nullable(z.looseObject({ model })),
})
/** The form of links up to version 0.1: a system message, a user message, and other messages between them. */
const Earlier = z.object({
  ...origin,
  system: z.string(),
  user: z.string(),
  provider: z.string(),
  model: z.string(),
  parameters: record,
  kept: z.optional(z.object({ messages: z.array(z.looseObject({ role: z.string() })), template: record })),
})
const Written = z.object({
  variants: z.array(z.union([Composed, Earlier])).check(z.minLength(1), z.maxLength(maxVariants)),
  cases: z
    .array(z.object({ values: z.record(z.string(), z.union([z.string(), z.object({ json: z.string() })])) }))
    .check(z.minLength(1)),
  scorers: z.optional(z.array(z.looseObject({ kind: z.string(), name: z.string() }))),
})

/** Reads the content of a link or of this browser's storage, under new ids. @throws if it has another form. */
export function readBench(value: unknown): Bench {
  const { variants, cases, scorers = [] } = Written.parse(value)
  return {
    variants: variants.map((variant) => ({
      id: newId(),
      prompt: variant.prompt,
      ...(variant.version !== undefined && { version: variant.version }),
      ...('template' in variant
        ? { template: chatOf(variant.template), metadata: variant.metadata as Metadata | null }
        : composedOf(variant)),
    })),
    cases: cases.map((testCase) => ({ ...testCase, id: newId() })),
    scorers: scorers as unknown as readonly Scorer[],
  }
}

function composedOf({ system, user, provider, model, parameters, kept }: z.infer<typeof Earlier>) {
  const messages = [
    ...(system === '' ? [] : [textMessage('system', system)]),
    ...(kept?.messages ?? []),
    ...(user === '' && kept?.messages.length ? [] : [textMessage('user', user)]),
  ]
  return {
    template: chatOf({ ...kept?.template, messages }),
    metadata: metadataOf(provider, model, parameters),
  }
}
