import type { ChatTemplate, Metadata } from '../../engine/template/blueprint/index.ts'
import { blankChat, metadataOf, textMessage } from '../prompts/values.ts'
import type { WrittenValues } from '../template-runs/forms.ts'
import type { Scorer } from './scorers/scorer.ts'

/** A prompt and a model that are tried against every case. */
export interface Variant {
  readonly id: string
  /** Name of the prompt from which the variant was opened; it can be saved as its next version. */
  readonly prompt: string | null
  /** The version of the prompt from which the variant was opened. */
  readonly version?: number | undefined
  /** True if the content differs from that version. */
  readonly edited?: boolean | undefined
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

export const variantName = ({ prompt, version, edited }: Variant): string =>
  prompt === null
    ? 'Scratch'
    : `${prompt}${version === undefined ? '' : ` v${version}`}${edited ? ', edited' : ''}`

/** The variant with new content, which is marked as edited if it differs. */
export function withContent(variant: Variant, content: Pick<Variant, 'template' | 'metadata'>): Variant {
  const { template, metadata, prompt } = variant
  const isSame = JSON.stringify([template, metadata]) === JSON.stringify([content.template, content.metadata])
  return { ...variant, ...content, ...(prompt !== null && !isSame && { edited: true }) }
}

/** The key of a variant's answer to a case. */
export const cellOf = (variant: Variant, testCase: Case): string => `${variant.id} ${testCase.id}`

export const newId = (): string => crypto.randomUUID()

interface ModelName {
  readonly provider: string
  readonly name: string
}

const exampleModel: ModelName = { provider: 'openai', name: 'gpt-4o-mini' }

export const blankVariant = (): Variant => ({
  id: newId(),
  prompt: null,
  template: {
    ...blankChat,
    messages: [textMessage('system', 'You answer in one sentence.'), textMessage('user', '{question}')],
    input_variables: ['question'],
  },
  metadata: metadataOf(exampleModel.provider, exampleModel.name),
})

const exampleValues = { question: 'Why is the sky blue?' }

export const blankBench = (): Bench => ({
  variants: [blankVariant()],
  cases: [{ id: newId(), values: exampleValues }],
  scorers: [],
})

/** A variant in the form of the API, as a draft or as a version to publish. */
export const draftOf = ({ template, metadata }: Variant) => ({ prompt_template: template, metadata })

/** False for a case without values, and for the example that the playground begins with. */
export const hasOwnValues = ({ values }: Case): boolean =>
  Object.keys(values).length > 0 && JSON.stringify(values) !== JSON.stringify(exampleValues)

/** The cases. The value of the example is removed if no prompt has its variable. */
export const usedCases = (cases: readonly Case[], variables: readonly string[]): readonly Case[] =>
  cases.map((testCase) =>
    hasOwnValues(testCase) || variables.includes('question') ? testCase : { id: testCase.id, values: {} },
  )

/** Joins both lists, without empty cases and the example. If no case remains, the first one stays. */
export function mergeCases(cases: readonly Case[], added: readonly Case[]): readonly Case[] {
  const filled = [...cases, ...added].filter(hasOwnValues)
  return filled.length > 0 ? filled : cases.slice(0, 1)
}

/** The variants, cases and scorers of both. */
export const mergeBenches = (bench: Bench, opened: Bench): Bench => ({
  variants: [...bench.variants, ...opened.variants],
  cases: mergeCases(bench.cases, opened.cases),
  scorers: [...bench.scorers, ...opened.scorers],
})

/** The opened content, without variants of versions that the playground already has. */
export function withoutVariantsOf(bench: Bench, opened: Bench): Bench {
  const isKnown = ({ prompt, version }: Variant) =>
    prompt !== null &&
    bench.variants.some(
      (variant) => variant.prompt === prompt && variant.version === version && !variant.edited,
    )
  return { ...opened, variants: opened.variants.filter((variant) => !isKnown(variant)) }
}

/** The content without the opened variants and cases. If no variant or case remains, those of `before` come back. */
export function withoutOpened(bench: Bench, opened: Bench, before: Bench): Bench {
  const ids = new Set([...opened.variants, ...opened.cases].map(({ id }) => id))
  const variants = bench.variants.filter(({ id }) => !ids.has(id))
  const cases = bench.cases.filter(({ id }) => !ids.has(id))
  return {
    variants: variants.length > 0 ? variants : before.variants,
    cases: cases.length > 0 ? cases : before.cases,
    scorers: bench.scorers.filter((scorer) => !opened.scorers.includes(scorer)),
  }
}

const textOf = ({ variants, cases, scorers }: Bench): string =>
  JSON.stringify({
    variants: variants.map(({ id: _id, ...variant }) => variant),
    values: cases.map(({ values }) => values),
    scorers,
  })

/** The bench with another model in its first variant, if that has one. */
export function withModel(bench: Bench, { provider, name }: ModelName): Bench {
  const [first, ...others] = bench.variants
  const model = first?.metadata?.model
  if (!model) return bench
  const metadata = { ...first.metadata, model: { ...model, provider, name } }
  return { ...bench, variants: [{ ...first, metadata }, ...others] }
}

/** True until the example that the playground begins with is changed. Its model does not count. */
export const isBlankBench = (bench: Bench): boolean =>
  textOf(withModel(bench, exampleModel)) === textOf(blankBench())
