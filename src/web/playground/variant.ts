import type { ChatTemplate, Metadata } from '../../engine/template/blueprint/index.ts'
import { blankChat, textMessage } from '../prompts/values.ts'
import type { WrittenValues } from '../running/forms.ts'
import type { Scorer } from './scorers/scorer.ts'

/** A prompt and a model that are tried against every case. */
export interface Variant {
  readonly id: string
  /** Name of the prompt from which the variant was opened; it can be saved as its next version. */
  readonly prompt: string | null
  /** The version of the prompt from which the variant was opened. */
  readonly version?: number | undefined
  readonly template: ChatTemplate
  readonly metadata: Metadata | null
}

/** Values for the variables: one test case. */
export interface Case {
  readonly id: string
  readonly values: WrittenValues
}

export interface Bench {
  readonly variants: readonly Variant[]
  readonly cases: readonly Case[]
  readonly scorers: readonly Scorer[]
}

export const maxVariants = 6
export const maxCases = 200

export const variantName = ({ prompt, version }: Variant): string =>
  prompt === null ? 'Scratch' : version === undefined ? prompt : `${prompt} v${version}`

export const newId = (): string => crypto.randomUUID()

export const metadataOf = (
  provider: string,
  name: string,
  parameters: Record<string, unknown> = {},
): Metadata => ({
  model: {
    provider,
    name,
    model_config_display_name: null,
    base_model: null,
    parameters,
    display_params: {},
    api_type: null,
  },
})

export const blankVariant = (): Variant => ({
  id: newId(),
  prompt: null,
  template: {
    ...blankChat,
    messages: [textMessage('system', 'You answer in one sentence.'), textMessage('user', '{question}')],
    input_variables: ['question'],
  },
  metadata: metadataOf('openai', 'gpt-4o-mini'),
})

export const blankBench = (): Bench => ({
  variants: [blankVariant()],
  cases: [{ id: newId(), values: {} }],
  scorers: [],
})

/** A variant in the form of the API, as a draft or as a version to publish. */
export const draftOf = ({ template, metadata }: Variant) => ({ prompt_template: template, metadata })

const hasValues = ({ values }: Case): boolean => Object.keys(values).length > 0

/** Joins both lists without cases that have no values. If no case has values, the first one stays. */
export function mergeCases(cases: readonly Case[], added: readonly Case[]): readonly Case[] {
  const filled = [...cases, ...added].filter(hasValues)
  return filled.length > 0 ? filled : cases.slice(0, 1)
}

/** The variants, cases and scorers of both. */
export const mergeBenches = (bench: Bench, opened: Bench): Bench => ({
  variants: [...bench.variants, ...opened.variants],
  cases: mergeCases(bench.cases, opened.cases),
  scorers: [...bench.scorers, ...opened.scorers],
})

/** The opened content without variants of versions from which a variant of the playground was opened. */
export function withoutVariantsOf(bench: Bench, opened: Bench): Bench {
  const isKnown = ({ prompt, version }: Variant) =>
    prompt !== null && bench.variants.some((held) => held.prompt === prompt && held.version === version)
  return { ...opened, variants: opened.variants.filter((variant) => !isKnown(variant)) }
}

const textOf = ({ variants, cases, scorers }: Bench): string =>
  JSON.stringify({
    variants: variants.map(({ id: _id, ...variant }) => variant),
    values: cases.map(({ values }) => values),
    scorers,
  })

/** True until the example that the playground begins with is changed. */
export const isUntouched = (bench: Bench): boolean => textOf(bench) === textOf(blankBench())
