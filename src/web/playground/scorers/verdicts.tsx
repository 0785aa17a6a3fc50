import { Badge } from '../../design/index.ts'
import { Check, CircleAlert, LoaderCircle, X } from '../../icons/index.ts'
import { type Score, type Scorer, scorerText } from './scorer.ts'

interface Props {
  readonly scorers: readonly Scorer[]
  readonly scoreOf: (scorer: Scorer) => Score | undefined
}

const styles = {
  pass: { tone: 'good', Icon: Check, word: 'passed' },
  fail: { tone: 'bad', Icon: X, word: 'failed' },
  error: { tone: 'warning', Icon: CircleAlert, word: 'not judged' },
} as const

/** The result of each scorer for one answer. */
export const Verdicts = ({ scorers, scoreOf }: Props) => (
  <ul aria-label="Scores" className="mt-2 flex flex-wrap gap-1">
    {scorers.map((scorer, index) => {
      const score = scoreOf(scorer)
      const { tone, Icon, word } = score
        ? styles[score.verdict]
        : { tone: 'neutral' as const, Icon: LoaderCircle, word: 'not scored yet' }
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: scorers have no ids, and two may be equal.
        <li key={index} className="flex max-w-full">
          <Badge tone={tone} className="max-w-full" title={score?.message ?? scorerText(scorer)}>
            <Icon className="size-3 shrink-0" aria-hidden />
            <bdi className="truncate">{scorer.name}</bdi>
            <span className="sr-only">{word}</span>
          </Badge>
        </li>
      )
    })}
  </ul>
)
