import { z } from 'zod'
import { Refusal } from '../../refusal.ts'
import type { Json } from '../json.ts'
import { sentName } from './sent-name.ts'

export type SentConfig = Readonly<Record<string, unknown>>

/** Puts the canonical spelling in the place of an older one. */
export type Spelling = (sent: Record<string, unknown>) => void

/** A reader of configs; the schema says which fields it knows. */
export interface ConfigReader<Config> {
  (sent: SentConfig | null): Config
  readonly schema?: z.ZodType
  /** Refuses what only who writes a config is told: those that are stored have to be read whatever they say. */
  readonly checkSent?: (sent: SentConfig) => void
}

/**
 * Makes a reader of configs: older spellings first, then the schema, which keeps what it does not
 * know. Throws Refusal('bad_request') that names the first field at fault.
 */
export function configReader<Schema extends z.ZodObject>(
  schema: Schema,
  ...spellings: readonly Spelling[]
): ConfigReader<z.output<Schema>> {
  const leaveNullsOut = nullsLeftOut(schema)
  const read = (sent: SentConfig | null): z.output<Schema> => {
    const config = { ...sent }
    for (const spelling of spellings) spelling(config)
    leaveNullsOut(config)
    const parsed = schema.safeParse(config)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]!
    throw configRefusal(sentName(sent ?? {}, config, issue.path.map(String)), issue.message)
  }
  return Object.assign(read, { schema })
}

/** A reader that is stricter with those who write. */
export const strictReader = <Config>(
  reader: ConfigReader<Config>,
  checkSent: (sent: SentConfig) => void,
): ConfigReader<Config> => Object.assign((sent: SentConfig | null) => reader(sent), { ...reader, checkSent })

/** A field of an older spelling, for `strictReader`. */
export function mustBeFlag(name: string) {
  return (sent: SentConfig): void => {
    const found = sent[name]
    if (found !== undefined && found !== null && typeof found !== 'boolean')
      throw configRefusal([name], 'must be true or false.')
  }
}

/** The refusal of a config because of the field at the path inside it. */
export function configRefusal(path: readonly string[], message: string): Refusal {
  return new Refusal('bad_request', `${['config', ...path].join('.')}: ${message}`, {
    loc: ['body', 'config', ...path],
  })
}

/** Clients send null for what they leave to its default. */
export function nullsLeftOut({ shape }: z.ZodObject): Spelling {
  const names = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodDefault)
  return (sent) => {
    for (const name of names) if (sent[name] === null) delete sent[name]
  }
}

export function renamed(from: string, to: string): Spelling {
  return (sent) => {
    if (sent[from] === undefined || sent[to] !== undefined) return
    sent[to] = sent[from]
    delete sent[from]
  }
}

/** `source1` and `source2` in the place of a list. */
export const numberedSources: Spelling = (sent) => {
  if (sent['sources'] !== undefined || sent['source1'] === undefined) return
  sent['sources'] = [sent['source1'], sent['source2']].filter((source) => source !== undefined)
  delete sent['source1']
  delete sent['source2']
}

/** The word in a field is another's in the canonical spelling. */
export function respelled(field: string, words: Readonly<Record<string, string>>): Spelling {
  return (sent) => {
    const word = sent[field]
    if (typeof word === 'string' && Object.hasOwn(words, word)) sent[field] = words[word]
  }
}

/** `return_all: true` in the place of the field that says the opposite, or of a word. */
export function flagged(flag: string, field: string, whenTrue: Json, whenFalse: Json): Spelling {
  return (sent) => {
    if (typeof sent[flag] !== 'boolean' || sent[field] !== undefined) return
    sent[field] = sent[flag] ? whenTrue : whenFalse
    delete sent[flag]
  }
}
