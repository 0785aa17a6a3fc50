import { isFields } from '../../json/fields.ts'
import type { AttributeReader } from './attribute-reader.ts'
import { numberOf } from './fields.ts'
import { identityOf } from './identity.ts'

/** The template of a call, from its span. */
export interface PromptMention {
  readonly id: number | null
  readonly name: string | null
  readonly version: number | null
  readonly label: string | null
}

export interface CallContext {
  readonly prompt: PromptMention | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly tags: readonly string[]
  readonly scores: readonly { readonly name: string; readonly score: number }[]
  /** The SDK reports the call itself, so no request is made from the span. */
  readonly isManaged: boolean
}

/** Attributes common to all styles; attributes of the resource apply to all its spans. */
export function contextOf(span: AttributeReader, resource: AttributeReader): CallContext {
  const { user, session } = identityOf(span, resource)
  const variables = span.json('promptlayer.prompt.input_variables', 'promptlayer.prompt.variables')
  return {
    prompt: promptOf(span, resource),
    variables: isFields(variables) ? variables : {},
    metadata: {
      ...(user !== null && { user_id: user }),
      ...(session !== null && { conversation_id: session }),
      ...Object.fromEntries(resource.entriesUnder('promptlayer.metadata')),
      ...Object.fromEntries(span.entriesUnder('promptlayer.metadata')),
    },
    tags: [...span.texts('promptlayer.tags'), ...resource.texts('promptlayer.tags')],
    scores: scoresOf(span),
    isManaged: isTrue(span.value('promptlayer.request_log.managed')),
  }
}

function promptOf(span: AttributeReader, resource: AttributeReader): PromptMention | null {
  const text = (key: string) => span.text(key) ?? resource.text(key)
  const whole = (key: string) => wholeNumber(text(key))
  const mention = {
    id: whole('promptlayer.prompt.id'),
    name: text('promptlayer.prompt.name') ?? text('langfuse.observation.prompt.name'),
    version: whole('promptlayer.prompt.version') ?? whole('langfuse.observation.prompt.version'),
    label: text('promptlayer.prompt.label'),
  }
  return mention.id === null && mention.name === null ? null : mention
}

function wholeNumber(text: string | null): number | null {
  const number = numberOf(text)
  return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** `promptlayer.score.tone` = 90; a score without a name is `default`. */
function scoresOf(span: AttributeReader): { name: string; score: number }[] {
  const unnamed = span.value('promptlayer.score')
  const all = [
    ...(unnamed === undefined ? [] : [['default', unnamed] as const]),
    ...span.entriesUnder('promptlayer.score'),
  ]
  return all.flatMap(([name, value]) => {
    const score = numberOf(value)
    const isScore = score !== null && Number.isInteger(score) && score >= 0 && score <= 100
    return isScore && name !== '' && name.length <= 255 ? [{ name, score }] : []
  })
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'
