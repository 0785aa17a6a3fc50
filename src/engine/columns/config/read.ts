import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { Refusal } from '../../refusal.ts'
import type { SentConfig } from './sent-field-name.ts'
import { sentFieldName } from './sent-field-name.ts'

/** Rewrites an older spelling to the canonical one, in place. */
export type Spelling = (sent: Record<string, unknown>) => void

/** A parser of configs, with the schema of its fields. */
export interface ConfigReader<Config> {
  (sent: SentConfig | null): Config
  readonly schema?: z.ZodType
  /** Checks that apply only when a config is written; stored configs are read whatever they contain. */
  readonly checkSent?: (sent: SentConfig) => void
}

/**
 * Builds a parser of configs: first the older spellings, then the schema, which keeps unknown fields.
 * The parser throws Refusal('bad_request') that names the first wrong field.
 */
export function configReader<Schema extends z.ZodObject>(
  schema: Schema,
  ...spellings: readonly Spelling[]
): ConfigReader<z.output<Schema>> {
  const withoutNulls = removeNulls(schema)
  const read = (configInput: SentConfig | null): z.output<Schema> => {
    const config = { ...configInput }
    for (const spelling of spellings) spelling(config)
    withoutNulls(config)
    const parsed = schema.safeParse(config)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]!
    throw configRefusal(sentFieldName(configInput ?? {}, config, issue.path.map(String)), issue.message)
  }
  return Object.assign(read, { schema })
}

/** A parser with extra checks for written configs. */
export const strictReader = <Config>(
  reader: ConfigReader<Config>,
  checkSent: (sent: SentConfig) => void,
): ConfigReader<Config> =>
  Object.assign((configInput: SentConfig | null) => reader(configInput), { ...reader, checkSent })

/** For `strictReader`: `return_all`, an older spelling, must be a boolean. */
export function checkReturnAll({ return_all: value }: SentConfig): void {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw configRefusal(['return_all'], 'must be true or false.')
}

/** The refusal of a config because of the field at `path`. */
export function configRefusal(path: readonly string[], message: string): Refusal {
  return new Refusal('bad_request', `${['config', ...path].join('.')}: ${message}`, {
    loc: ['body', 'config', ...path],
  })
}

/** Removes nulls that clients send for fields left at their default. */
export function removeNulls({ shape }: z.ZodObject): Spelling {
  const names = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodDefault)
  return (configInput) => {
    for (const name of names) if (configInput[name] === null) delete configInput[name]
  }
}

export function renameField(from: string, to: string): Spelling {
  return (configInput) => {
    if (configInput[from] === undefined || configInput[to] !== undefined) return
    configInput[to] = configInput[from]
    delete configInput[from]
  }
}

/** Replaces `source1` and `source2` by a list. */
export const numberedSources: Spelling = (configInput) => {
  if (configInput['sources'] !== undefined || configInput['source1'] === undefined) return
  configInput['sources'] = [configInput['source1'], configInput['source2']].filter(
    (source) => source !== undefined,
  )
  delete configInput['source1']
  delete configInput['source2']
}

/** Maps older values of a field to their canonical values. */
export function replaceWords(field: string, words: Readonly<Record<string, string>>): Spelling {
  return (configInput) => {
    const word = configInput[field]
    if (typeof word === 'string' && Object.hasOwn(words, word)) configInput[field] = words[word]
  }
}

/** Maps `return_all: true` to the canonical field, whose value is the opposite boolean or a word. */
export function fieldFromReturnAll(field: string, whenTrue: Json, whenFalse: Json): Spelling {
  return (configInput) => {
    if (typeof configInput['return_all'] !== 'boolean' || configInput[field] !== undefined) return
    configInput[field] = configInput['return_all'] ? whenTrue : whenFalse
    delete configInput['return_all']
  }
}
