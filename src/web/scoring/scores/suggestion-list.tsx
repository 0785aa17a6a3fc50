import { useState } from 'react'
import { Button, SkeletonRows } from '../../design/index.ts'
import { kindName, type StepDraft } from './step-draft.ts'
import type { Suggestion } from './suggestions.ts'

interface Props {
  readonly isLoading: boolean
  readonly suggestions: readonly Suggestion[]
  readonly onUse: (steps: readonly StepDraft[]) => void
}

/** The columns that a new score card can score, each of which can be left out. */
export function SuggestionList({ isLoading, suggestions, onUse }: Props) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  if (isLoading) return <SkeletonRows rows={3} />
  const isChosen = ({ step, isChosen }: Suggestion) => changed.get(step.title) ?? isChosen
  const chosen = suggestions.filter(isChosen)
  return (
    <section aria-label="Suggestions" className="flex flex-col gap-2">
      <p className="text-ink-soft">
        A score card calculates one score of the sheet, and shows which rows failed which check.
      </p>
      {suggestions.length > 0 ? (
        <>
          <p>Columns with true or false, or numbers:</p>
          <ul className="flex flex-col gap-1">
            {suggestions.map((suggestion) => {
              const { title, primitive_type } = suggestion.step
              return (
                <li key={title}>
                  <label className="flex items-center gap-2 rounded-md bg-sunken px-2 py-1">
                    <input
                      type="checkbox"
                      className="size-3.5"
                      checked={isChosen(suggestion)}
                      onChange={({ target }) => setChanged(new Map(changed).set(title, target.checked))}
                    />
                    <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
                    <span aria-hidden className="text-ink-faint">
                      {primitive_type === 'COLUMN_AGGREGATE'
                        ? 'Mean of the column'
                        : kindName(suggestion.step)}
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
          <Button
            kind="primary"
            className="self-start"
            disabled={chosen.length === 0}
            onClick={() => onUse(chosen.map(({ step }) => step))}
          >
            Use these columns
          </Button>
        </>
      ) : (
        <p>No column has true or false, or numbers yet. Run the stale cells, or add a step.</p>
      )}
    </section>
  )
}
