import { z } from 'zod'
import { actorKinds } from '../../engine/actor-kind.ts'
import { boundedList } from '../../engine/bounded.ts'
import { ExactNumber, type JsonNumber, nearest } from '../../engine/json/exact-number.ts'
import { maxNameLength, maxParameterValues } from '../../engine/limits.ts'
import { transformOf } from '../../engine/transform-of.ts'

/** Kinds of entities with ids. Tests send an id of another workspace in every field marked with a kind. */
export type Entity =
  | 'workspace'
  | 'prompt'
  | 'prompt-version'
  | 'prompt-label'
  | 'dynamic-label'
  | 'protected-label'
  | 'release-request'
  | 'input-variable-set'
  | 'connection'
  | 'mcp-server'
  | 'request'
  | 'media'
  | 'group'
  | 'request-view'
  | 'dashboard'
  | 'comment'
  | 'notification'
  | 'person-deletion'
  | 'playground'
  | 'folder'
  | 'skill-collection'
  | 'tool'
  | 'tool-label'
  | 'workflow-label'
  | 'environment-variable'
  | 'tool-variable'
  | 'price-override'
  | 'price-list'
  | 'person'
  /** Accounts belong to the whole installation; only installation admins refer to them. */
  | 'account'
  | 'installation-workspace'
  | 'invitation'
  | 'api-key'
  | 'table'
  | 'sheet'
  | 'column'
  | 'cell'
  | 'sheet-version'
  | 'sheet-view'
  | 'sheet-import'
  | 'scorecard-step'
  | 'scorecard-calculation'
  | 'computed-cell'
  | 'sheet-operation'
  | 'trace'
  | 'span'
  /** Sessions and end users are named by traces. */
  | 'trace-session'
  | 'trace-user'
  | 'trace-view'
  | 'dataset-group'
  /** A group without a draft. */
  | 'saved-dataset-group'
  | 'dataset'
  | 'report'
  /** A report that is a run, not a pipeline. */
  | 'report-run'
  | 'report-column'
  | 'workflow'
  | 'workflow-run'

declare module 'zod' {
  interface GlobalMeta {
    /** The field holds an id of this kind of entity. */
    entity?: Entity
    /** Replaces the generated JSON schema, because query strings are parsed into other types. */
    wire?: Record<string, unknown>
  }
}

const wholeNumber = /^-?\d{1,15}$/

/** A whole number in a path or query string. */
export function textInteger(bounds: { minimum?: number; maximum?: number } = {}) {
  const { minimum, maximum } = bounds
  let number = z.int()
  if (minimum !== undefined) number = number.min(minimum)
  if (maximum !== undefined) number = number.max(maximum)
  return z
    .union([z.string().regex(wholeNumber, 'must be a whole number').transform(Number), z.number()])
    .pipe(number)
    .meta({ wire: { type: 'integer', minimum, maximum } })
}

/** The id of an entity in a path or query string. */
export const textId = (entity: Entity) =>
  textInteger({ minimum: 1 }).meta({ entity, wire: { type: 'integer', minimum: 1 } })

/** The id of an entity in a JSON body. */
export const idOf = (entity: Entity) => z.int().positive().meta({ entity })

export const textBoolean = z
  .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])
  .meta({ wire: { type: 'boolean' } })

/** A list in a query string: a repeated parameter, comma-separated values, or both. */
export const textList = z
  .union([z.string(), boundedList(z.string(), maxParameterValues)])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  )
  .meta({
    wire: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: maxParameterValues }],
    },
  })

const exactNumber = z.instanceof(ExactNumber)

/** A number for calculations: the nearest double, also in bodies that keep all digits. */
export const nearestDouble = (number: z.ZodNumber) =>
  z
    .union([z.number(), exactNumber])
    .pipe(transformOf<JsonNumber, number>(nearest))
    .pipe(number)
    .meta({ wire: { type: 'number' } })

/** A whole number or its digits; digits if the body keeps more than a double holds. */
export const wholeOrDigits = (maximum: number) =>
  z
    .union([z.string(), z.number().int().min(0), exactNumber])
    .pipe(transformOf<string | JsonNumber, string>(String))
    .pipe(z.string().regex(new RegExp(`^\\d{1,${maximum}}$`), 'must be digits'))

export const timestamp = z.iso.datetime({ offset: true })

/** The times of an entity that people change. */
export const times = { created_at: timestamp, updated_at: timestamp }

/** Text that both databases can store and index: no NUL, no unpaired surrogate. */
export const cleanText = z.string().refine((text) => !text.includes('\u0000') && text.isWellFormed(), {
  error: 'must be well-formed text without NUL',
  abort: true,
})

/** True for a text of spaces and characters without a shape, such as the zero-width space. */
const isBlank = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** A name of 1 to `longest` characters, not all blank. */
export const nameText = (longest: number) =>
  cleanText
    .min(1, { abort: true })
    .max(longest, { abort: true })
    .refine((name) => !isBlank(name), 'must not be blank')

/** A release label of a prompt, tool, workflow or skill collection. */
export const LabelName = nameText(255)

/** A name written by another program. */
export const ExternalName = z.string().max(maxNameLength)

/** The name or the id of a template, as text. */
export const TemplateReference = cleanText.max(maxNameLength).meta({ entity: 'prompt' })

export const SourceName = cleanText.min(1).max(128)
export const ExternalIdText = cleanText.min(1).max(512)

export const ExternalId = z
  .object({ source: SourceName, external_id: ExternalIdText })
  .meta({ id: 'ExternalId' })

/** The actor of an event or a change; `nobody` is a call without a person and without a key. */
export const actor = z.object({ kind: z.enum(actorKinds), id: z.string(), name: z.string() })

/** Answer of a deletion without further content. */
export const Deleted = z.object({ success: z.literal(true) }).meta({ id: 'DeletedResponse' })

const maxUrlLength = 2048

/**
 * An address that the server will call. Only its form is checked here; the guarded fetch checks the target at each
 * call.
 */
export const outboundUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(maxUrlLength, `must have at most ${maxUrlLength} characters`)
  .refine(
    (url) => url.isWellFormed() && !/[\s\p{Cc}]/u.test(url),
    'must not contain spaces or control characters',
  )
  // The regular expression takes quadratic time, so the length is checked first.
  .refine(
    (url) => url.length > maxUrlLength || !/^[^/]*[/\\]*[^/\\?#]*@/.test(url),
    'must not contain a user name or password',
  )

/** A sum of counts: beyond 2^53, the nearest double. */
export const sumOfCounts = z
  .number()
  .refine(Number.isInteger)
  .meta({ wire: { type: 'integer', minimum: 0 } })

/** A hash of stored settings. It changes with the settings. */
export const revision = z.string().meta({ description: 'Changes with each change of these settings.' })
export const baseRevision = z
  .string()
  .max(64)
  .optional()
  .meta({
    description:
      'The `revision` that the change was made from. If the settings were changed since, the answer is 409 and nothing is ' +
      'saved. Without it, the settings are replaced even if they were changed since.',
  })
