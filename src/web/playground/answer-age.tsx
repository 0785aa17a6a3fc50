import { Badge, Time } from '../design/index.ts'
import type { AnswerAge } from './use-stored-answers.ts'

/** Says that an answer is of an earlier visit, or of an earlier prompt or value. */
export function AnswerAgeNote({ age }: { age: AnswerAge | null }) {
  if (!age || !(age.isStored || age.isStale)) return null
  return (
    <p className="mb-2 flex flex-wrap items-center gap-2 text-small text-ink-soft">
      {age.isStale && (
        <Badge tone="warning" title="The prompt or the values changed after this answer. Run it again.">
          Stale
        </Badge>
      )}
      <span>
        Answered <Time at={new Date(age.at).toISOString()} />
      </span>
    </p>
  )
}
