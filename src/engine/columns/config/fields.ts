import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { PatternError } from '../../patterns/pattern-error.ts'

const MAX_SOURCES = 200
const MAX_TEXT = 100_000

function messagesFor(kind: string) {
  return {
    error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required.' : `must be ${kind}.`),
  }
}

/** The title or the id of a column. */
export const columnName = z
  .string(messagesFor('the title of a column'))
  .max(1_000, 'is too long for the title of a column.')
  .refine((name) => name.trim() !== '', 'must not be blank.')
  .meta({ means: 'column' })

export function sources(minimum: number, maximum = MAX_SOURCES) {
  const message =
    minimum === maximum
      ? `needs exactly ${minimum} columns.`
      : maximum === MAX_SOURCES
        ? `needs at least ${minimum} ${minimum === 1 ? 'column' : 'columns'}.`
        : `needs ${minimum} to ${maximum} columns.`
  return z.array(columnName, messagesFor('a list of columns')).min(minimum, message).max(maximum, message)
}

/** Variable names, each with the column that fills it. */
export const mappings = z
  .record(
    z.string().min(1, 'has a variable without a name.').max(1_000),
    columnName,
    messagesFor('an object of columns'),
  )
  .refine((entries) => Object.keys(entries).length <= MAX_SOURCES, `has more than ${MAX_SOURCES} entries.`)

export function text(kind = 'text') {
  return z.string(messagesFor(kind)).max(MAX_TEXT, `is longer than ${MAX_TEXT} characters.`)
}

export function filledText(kind = 'text') {
  return text(kind).refine((content) => content.trim() !== '', 'must not be blank.')
}

/** An object inside a config; unknown fields are kept. */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape, kind = 'an object') {
  return z.looseObject(shape, messagesFor(kind))
}

export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, messagesFor(`one of ${words.join(', ')}`))
}

export function flag(defaultValue: boolean) {
  return z.boolean(messagesFor('true or false')).default(defaultValue)
}

/**
 * A boolean without a default, for fields that PromptLayer does not have: answers show the field only if it was sent.
 */
export const toggle = z.boolean(messagesFor('true or false'))

export const number = z.number(messagesFor('a number'))

export function wholeNumber(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}.`
  return z.number(messagesFor('a whole number')).int(message).min(minimum, message).max(maximum, message)
}

export const json = z.custom<Json>((value) => value !== undefined, 'is required.')

/** An optional field; null counts as absent, because clients send it. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish()
}

/** A pattern that must compile; the message is the compiler's. */
export function pattern(kind: string, compile: (source: string) => unknown) {
  return filledText(kind)
    .superRefine((source, context) => {
      try {
        compile(source)
      } catch (error) {
        if (!(error instanceof PatternError)) throw error
        context.addIssue({ code: 'custom', message: `${error.message}.` })
      }
    })
    .meta({ means: 'pattern' })
}

type Fields = Readonly<Record<string, unknown>>

export function isFilled(config: Fields, field: string): boolean {
  const value = config[field]
  return value !== undefined && value !== null && value !== ''
}

/** A check for `superRefine`: exactly one of two fields must be filled. */
export function exactlyOne(first: string, second: string) {
  return (config: Fields, context: z.RefinementCtx): void => {
    const hasFirst = isFilled(config, first)
    if (hasFirst !== isFilled(config, second)) return
    const message = hasFirst ? `cannot be combined with ${second}.` : `is required unless ${second} is given.`
    context.addIssue({ code: 'custom', path: [first], message })
  }
}

/** A check for `superRefine`: at most one of two fields may be filled. */
export function notBoth(first: string, second: string) {
  return (config: Fields, context: z.RefinementCtx): void => {
    if (!isFilled(config, first) || !isFilled(config, second)) return
    context.addIssue({ code: 'custom', path: [first], message: `cannot be combined with ${second}.` })
  }
}
