import type { Answer } from '../../api/index.ts'
import { counted, percent } from '../../design/index.ts'
import { Fact } from '../../requests/index.ts'

type Sums = Pick<Answer<'readTraceUser'>, 'scores' | 'scores_are_whole'>
type Sum = Sums['scores'][number]

const maxCategories = 3

/** The mean or share of each score, with the number of scores behind it. */
export const ScoreSums = ({ sums: { scores, scores_are_whole: isWhole } }: { readonly sums: Sums }) =>
  scores.length > 0 && (
    <section aria-label="Scores" className="shrink-0 border-b bg-surface px-4 py-2.5">
      <h2 className="mb-1.5 text-small font-medium text-ink-soft">
        Scores
        {!isWhole && <span className="font-normal text-ink-faint"> of the newest traces</span>}
      </h2>
      <dl className="flex max-h-32 flex-wrap gap-x-8 gap-y-2 overflow-y-auto">
        {scores.map((sum) => (
          <Fact
            key={`${sum.subject_type} ${sum.type} ${sum.name}`}
            isNumber
            name={
              <>
                <bdi>{sum.name}</bdi>
                {sum.subject_type !== 'trace' && ` (${sum.subject_type})`}
              </>
            }
          >
            {textOf(sum)}
            <span className="ml-1.5 text-small text-ink-faint">{counted(sum.count, 'score')}</span>
          </Fact>
        ))}
      </dl>
    </section>
  )

function textOf({ type, mean, yes_share: yes, categories }: Sum) {
  if (mean !== null) return `${mean.toLocaleString('en', { maximumFractionDigits: 2 })} mean`
  if (yes !== null) return `${percent(yes)} yes`
  if (type === 'text') return 'Text'
  const countTexts = categories.slice(0, maxCategories).map(({ value, count }) => `${value} ${count}`)
  return (
    <bdi title={categories.map(({ value, count }) => `${value} ${count}`).join(', ')}>
      {countTexts.join(', ')}
    </bdi>
  )
}
