import type { Endpoints } from '../../../contract/index.ts'
import type { Answer } from '../../api/index.ts'

type ScoreBody = NonNullable<Endpoints['scoreAnswer']['example']['body']>

/** A check of every answer. */
export type Scorer = ScoreBody['scorers'][number]
export type ScorerKind = Scorer['kind']
export type Score = Answer<'scoreAnswer'>['results'][number]

export const maxScorers = 20

/** The variables that scorers compare answers with. */
export const variablesOf = (scorers: readonly Scorer[]): string[] => [
  ...new Set(
    scorers.flatMap((scorer) =>
      'variable' in scorer && scorer.variable !== undefined ? [scorer.variable] : [],
    ),
  ),
]

/** The check of a scorer, in words. */
export function scorerText(scorer: Scorer): string {
  switch (scorer.kind) {
    case 'contains':
      return `${scorer.negate ? 'Does not contain' : 'Contains'} ${targetText(scorer)}`
    case 'equals':
      return `Equals ${targetText(scorer)}`
    case 'regex':
      return `${scorer.negate ? 'Does not match' : 'Matches'} ${scorer.pattern}`
    case 'json':
      return scorer.schema === undefined ? 'Is valid JSON' : 'Is JSON that fits the schema'
    case 'length':
      return `Has ${boundsText(scorer.min, scorer.max)} ${scorer.unit === 'chars' ? 'characters' : 'words'}`
    case 'cost':
      return `Costs at most $${scorer.max}`
    case 'latency':
      return `Takes at most ${scorer.max_ms.toLocaleString('en')} ms`
    case 'judge':
      return `A model agrees: ${scorer.assertion}`
  }
}

const targetText = ({ value, variable }: { value?: string | undefined; variable?: string | undefined }) =>
  variable === undefined ? `“${value}”` : `{${variable}}`

function boundsText(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `at most ${max}`
  return max === undefined ? `at least ${min}` : `${min} to ${max}`
}
