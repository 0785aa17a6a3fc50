import type { WrittenValues } from '../running/forms.ts'

/** One way to ask, tried against every case. */
export interface Variant {
  readonly id: string
  /** Where it came from, and where it may be saved to. */
  readonly prompt: string | null
  /** The version of the prompt that it began as. */
  readonly version?: number | undefined
  readonly system: string
  readonly user: string
  readonly provider: string
  readonly model: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** What came along with a request or a prompt and is sent as it is. */
  readonly kept?: Kept
}

export interface Kept {
  /** Between the system's message and the last of the user. */
  readonly messages: readonly unknown[]
  /** Tools and the like. */
  readonly template: Readonly<Record<string, unknown>>
}

/** Values for the variables: one test case. */
export interface Case {
  readonly id: string
  readonly values: WrittenValues
}

export interface Bench {
  readonly variants: readonly Variant[]
  readonly cases: readonly Case[]
}

export const variantName = ({ prompt, version }: Variant): string =>
  prompt === null ? 'Scratch' : version === undefined ? prompt : `${prompt} v${version}`

export const newId = (): string => crypto.randomUUID()

export const blankVariant = (): Variant => ({
  id: newId(),
  prompt: null,
  system: 'You answer in one sentence.',
  user: '{question}',
  provider: 'openai',
  model: 'gpt-4o-mini',
  parameters: {},
})

export const blankBench = (): Bench => ({
  variants: [blankVariant()],
  cases: [{ id: newId(), values: {} }],
})

const variable = /(?<!\{)\{([A-Za-z_][\w.]*)\}(?!\})/g

/** Names in the order in which they first appear in any variant. */
export function variablesOf(variants: readonly Variant[]): string[] {
  const names = new Set<string>()
  for (const { system, user, kept } of variants) {
    for (const [, name] of `${system}\n${user}`.matchAll(variable)) names.add(name!)
    for (const name of kept?.messages.flatMap(namesOf) ?? []) names.add(name)
  }
  return [...names]
}

/** What the server found in a message that is kept as it is. */
const namesOf = (message: unknown): readonly string[] =>
  (message as { readonly input_variables?: readonly string[] }).input_variables ?? []

/** What the server takes as a draft, or as a version to publish. */
export function draftOf({ system, user, provider, model, parameters, kept }: Variant) {
  const message = (role: 'system' | 'user', text: string) => ({
    role,
    content: [{ type: 'text' as const, text }],
  })
  const between = (kept?.messages ?? []) as ReturnType<typeof message>[]
  const isAsked = user !== '' || between.length === 0
  return {
    prompt_template: {
      ...kept?.template,
      type: 'chat' as const,
      messages: [
        ...(system === '' ? [] : [message('system', system)]),
        ...between,
        ...(isAsked ? [message('user', user)] : []),
      ],
    },
    metadata: { model: { provider, name: model, parameters: { ...parameters } } },
  }
}
