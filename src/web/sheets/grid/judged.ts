import { type Fields, isFields } from '../../../engine/json/fields.ts'

/** The judgement of one assertion. */
export interface Judgement {
  /** Null if the column has a single assertion. */
  readonly assertion: string | null
  /** Null if the judgement is neither pass nor fail. */
  readonly passed: boolean | null
  /** The judge's answer, if it is more than pass or fail. */
  readonly answer: string | null
  readonly reasoning: string
  /** The verdicts of several judges; empty for a single judge. */
  readonly votes: readonly string[]
}

/** The judgements in a value; null if it has another form. */
export function judgementsOf(value: unknown): readonly Judgement[] | null {
  if (!isFields(value)) return null
  const single = judgement(value, null)
  if (single) return [single]
  const judgements = Object.entries(value).map(([assertion, part]) =>
    isFields(part) ? judgement(part, assertion) : null,
  )
  return judgements.length > 0 && judgements.every((item) => item !== null) ? judgements : null
}

function judgement(fields: Fields, assertion: string | null): Judgement | null {
  const { value, reasoning, label, winner, score, votes } = fields
  if (value === undefined || typeof reasoning !== 'string') return null
  const verdict = winner ?? label ?? (typeof value === 'boolean' ? null : value)
  const answer = verdict === null || verdict === undefined ? null : String(verdict)
  return {
    assertion,
    passed: typeof value === 'boolean' ? value : null,
    answer: typeof score === 'number' ? `${answer} (${Math.round(score * 100)}%)` : answer,
    reasoning,
    votes: Array.isArray(votes) ? votes.map(String) : [],
  }
}

/** A summary of several judgements: whether all passed, or a text. */
export function summaryOf(judgements: readonly Judgement[]): boolean | string {
  const passed = judgements.filter((judgement) => judgement.passed === true).length
  if (judgements.some((judgement) => judgement.passed === null))
    return judgements.map(({ answer, passed: verdict }) => answer ?? (verdict ? 'Pass' : 'Fail')).join(', ')
  if (passed === judgements.length || judgements.length === 1) return passed === judgements.length
  return `${passed} of ${judgements.length} pass`
}

/** A summary of the result of a check or judge: whether it passed, or its answer; null for other values. */
export function verdictOf(value: unknown): boolean | string | null {
  if (typeof value === 'boolean') return value
  const compared = isFields(value) ? value['comparison_result'] : undefined
  if (typeof compared === 'boolean') return compared
  const judged = judgementsOf(value)
  return judged && summaryOf(judged)
}
