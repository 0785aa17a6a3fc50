import type { Answer } from '../api/index.ts'

type SavedRule = Answer<'readMasking'>['rules'][number]
export type Target = SavedRule['target']
type Action = SavedRule['action']

/** A rule while it is edited. An unsaved rule has no count. */
export interface RuleDraft {
  readonly key: number
  readonly id: string | null
  readonly name: string
  readonly is_on: boolean
  readonly action: Action
  readonly target: Target
  readonly saved: SavedRule | null
}

export const actionNames: Readonly<Record<Action, string>> = {
  mask: 'Mask',
  pseudonym: 'Pseudonym',
  drop: 'Remove',
}

/** The values that each built-in detector finds. */
export const detectorTexts = {
  email: ['Email addresses', 'Such as ada@example.com'],
  phone: ['Phone numbers', 'With a country code, in national groups, or after a word such as “phone”'],
  card: ['Card numbers', 'Of the large networks, with a valid check digit'],
  iban: ['IBANs', 'With the length of their country and a valid checksum'],
  national_id: [
    'National IDs',
    'Of ten countries, with valid check digits where they have any: US, UK, ES, IT, FR, DE, BR, PL, SE, IN',
  ],
  key: [
    'API keys and tokens',
    'OpenAI, Anthropic, AWS, GitHub, Slack, Google, Stripe and others; JWTs; private keys',
  ],
  ip: ['IP addresses', 'Versions 4 and 6'],
} as const satisfies Record<string, readonly [name: string, about: string]>

export type DetectorName = keyof typeof detectorTexts

export const draftsOf = (rules: readonly SavedRule[]): RuleDraft[] =>
  rules.map((rule, key) => {
    const { id, name, is_on, action, target } = rule
    return { key, id, name, is_on, action, target, saved: rule }
  })

export const rulesOf = (drafts: readonly RuleDraft[]) =>
  drafts.map(({ id, name, is_on, action, target }) => ({ id, name: name.trim(), is_on, action, target }))

/** A new rule with an unused name. */
export function newRule(drafts: readonly RuleDraft[], target: Target): RuleDraft {
  const base =
    target.kind === 'detector'
      ? detectorTexts[target.detector][0]
      : target.kind === 'pattern'
        ? 'Own pattern'
        : 'JSON path'
  const names = new Set(drafts.map(({ name }) => name))
  let name: string = base
  for (let count = 2; names.has(name); count++) name = `${base} ${count}`
  const key = 1 + Math.max(-1, ...drafts.map((rule) => rule.key))
  return { key, id: null, name, is_on: true, action: 'mask', target, saved: null }
}
