import type { Metadata } from '../../engine/template/blueprint/index.ts'
import { metadataOf, textMessage } from '../prompts/values.ts'
import {
  boolean,
  either,
  integer,
  listOf,
  nullable,
  objectOf,
  openObjectOf,
  recordOf,
  text,
} from '../shell/values.ts'
import { chatOf } from './chat-of.ts'
import type { Scorer } from './scorers/scorer.ts'
import { type Bench, maxVariants, newId } from './variant.ts'

const record = openObjectOf({})
const messages = listOf(openObjectOf({ role: text }))
const model = openObjectOf({ provider: text, name: text, parameters: record })
const currentVariant = objectOf(
  {
    prompt: nullable(text),
    template: openObjectOf({ messages }),
    metadata: nullable(openObjectOf({}, { model: nullable(model) })),
  },
  { version: integer(), edited: boolean },
)
/** The form of links up to version 0.1: a system message, a user message, and other messages between them. */
const legacyVariant = objectOf(
  {
    prompt: nullable(text),
    system: text,
    user: text,
    provider: text,
    model: text,
    parameters: record,
  },
  { version: integer(), kept: objectOf({ messages, template: record }) },
)
const benchContent = objectOf(
  {
    variants: listOf(either(currentVariant, legacyVariant), 1, maxVariants),
    cases: listOf(objectOf({ values: recordOf(either(text, objectOf({ json: text }))) }), 1),
  },
  { scorers: listOf(openObjectOf({ kind: text, name: text })) },
)

/** Reads the content of a link or of this browser's storage, under new ids. @throws if it has another form. */
export function readBench(value: unknown): Bench {
  const content = benchContent(value)
  if (!content) throw new Error('This is not the content of a playground.')
  const { variants, cases, scorers = [] } = content
  return {
    variants: variants.map((variant) => ({
      id: newId(),
      prompt: variant.prompt,
      ...(variant.version !== undefined && { version: variant.version }),
      ...('template' in variant
        ? {
            ...(variant.edited && { edited: true }),
            template: chatOf(variant.template),
            metadata: variant.metadata as Metadata | null,
          }
        : upgraded(variant)),
    })),
    cases: cases.map((testCase) => ({ ...testCase, id: newId() })),
    scorers: scorers as unknown as readonly Scorer[],
  }
}

type LegacyVariant = NonNullable<ReturnType<typeof legacyVariant>>

function upgraded({ system, user, provider, model, parameters, kept }: LegacyVariant) {
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
