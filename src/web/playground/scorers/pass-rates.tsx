import { classNames, ProgressBar } from '../../design/index.ts'
import { type Score, type Scorer, scorerText } from './scorer.ts'
import { tallyOf } from './tally.ts'

interface Props {
  readonly letter: string
  readonly scorers: readonly Scorer[]
  /** Scores of the answers that ran, by scorer. */
  readonly scoresOf: (scorer: Scorer) => readonly (Score | undefined)[]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** The share of a variant's answers that pass each scorer, with its 95 % interval. */
export const PassRates = ({ letter, scorers, scoresOf }: Props) => (
  <ul aria-label={`Pass rates of ${letter}`} className="mb-3 flex flex-col gap-1.5">
    {scorers.map((scorer, index) => {
      const { passed, total, errors, interval } = tallyOf(scoresOf(scorer))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: scorers have no ids, and two may be equal.
        <li key={index} className="flex items-center gap-2 text-small" title={scorerText(scorer)}>
          <bdi className="w-28 shrink-0 truncate text-ink-soft">{scorer.name}</bdi>
          <ProgressBar
            label={`${scorer.name} passed by ${letter}`}
            max={Math.max(1, total)}
            value={passed}
            className="w-16 shrink-0"
          />
          {interval ? (
            <span className="min-w-0 truncate tabular-nums">
              <strong className="font-semibold">{percent(passed / total)}</strong>{' '}
              <span className="text-ink-faint">
                {passed} of {total}, {percent(interval.low)} to {percent(interval.high)}
              </span>
              {errors > 0 && <span className={classNames('text-warning')}> {errors} not judged</span>}
            </span>
          ) : (
            <span className="text-ink-faint">No answers yet</span>
          )}
        </li>
      )
    })}
  </ul>
)
