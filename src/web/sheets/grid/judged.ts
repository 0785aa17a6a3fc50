/** What a judge said to one assertion. */
export interface Judgement {
  /** Null where a column has one alone. */
  readonly assertion: string | null
  /** Null for what neither passes nor fails. */
  readonly passed: boolean | null
  /** What it said, where that is more than a pass. */
  readonly answer: string | null
  readonly reasoning: string
  /** What each said, of several. */
  readonly votes: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The judgements that a value is, or null. */
export function judgementsOf(value: unknown): readonly Judgement[] | null {
  if (!isFields(value)) return null
  const single = judgement(value, null)
  if (single) return [single]
  const several = Object.entries(value).map(([assertion, found]) =>
    isFields(found) ? judgement(found, assertion) : null,
  )
  return several.length > 0 && several.every((one) => one !== null) ? several : null
}

function judgement(found: Fields, assertion: string | null): Judgement | null {
  const { value, reasoning, label, winner, score, votes } = found
  if (value === undefined || typeof reasoning !== 'string') return null
  const said = winner ?? label ?? (typeof value === 'boolean' ? null : value)
  const answer = said === null || said === undefined ? null : String(said)
  return {
    assertion,
    passed: typeof value === 'boolean' ? value : null,
    answer: typeof score === 'number' ? `${answer} (${Math.round(score * 100)}%)` : answer,
    reasoning,
    votes: Array.isArray(votes) ? votes.map(String) : [],
  }
}

/** Judgements as one: whether all passed, or what was said. */
export function inShort(judgements: readonly Judgement[]): boolean | string {
  const passed = judgements.filter((one) => one.passed === true).length
  if (judgements.some((one) => one.passed === null))
    return judgements.map(({ answer, passed: verdict }) => answer ?? (verdict ? 'Pass' : 'Fail')).join(', ')
  if (passed === judgements.length || judgements.length === 1) return passed === judgements.length
  return `${passed} of ${judgements.length} pass`
}

/** What checks and judges came to, in short: whether it passed, or what was said. Null for what is neither. */
export function verdictOf(value: unknown): boolean | string | null {
  if (typeof value === 'boolean') return value
  const compared = isFields(value) ? value['comparison_result'] : undefined
  if (typeof compared === 'boolean') return compared
  const judged = judgementsOf(value)
  return judged && inShort(judged)
}
