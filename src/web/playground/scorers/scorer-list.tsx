import { Suspense, useState } from 'react'
import { Button, IconButton } from '../../design/index.ts'
import { Plus, Trash2 } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { maxScorers, type Scorer, scorerText } from './scorer.ts'

const ScorerDialog = lazyScreen(() => import('./scorer-dialog.tsx'), 'ScorerDialog')

interface Props {
  readonly scorers: readonly Scorer[]
  /** Values of cases that a scorer can compare with. */
  readonly variables: readonly string[]
  readonly onChange: (scorers: readonly Scorer[]) => void
  readonly onRemove: (index: number) => void
}

/** The checks of every answer. */
export function ScorerList({ scorers, variables, onChange, onRemove }: Props) {
  const [editing, setEditing] = useState<number | null>(null)
  const save = (scorer: Scorer) => {
    onChange(
      editing === scorers.length
        ? [...scorers, scorer]
        : scorers.map((other, index) => (index === editing ? scorer : other)),
    )
    setEditing(null)
  }
  return (
    <section
      aria-label="Scorers"
      className="mt-3 flex flex-col gap-1.5 border-t pt-3 first:mt-0 first:border-t-0 first:pt-0"
    >
      <h2 className="text-small font-medium text-ink">Scorers</h2>
      <ul className="flex flex-col gap-1 empty:hidden">
        {scorers.map((scorer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: scorers have no ids, and two may be equal.
          <li key={index} className="flex items-center gap-1">
            <button
              type="button"
              title={scorerText(scorer)}
              className="min-w-0 flex-1 truncate rounded-md px-1 py-0.5 text-left text-ink hover:bg-raised"
              onClick={() => setEditing(index)}
            >
              <bdi>{scorer.name}</bdi>
            </button>
            <IconButton label={`Remove scorer ${scorer.name}`} onClick={() => onRemove(index)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        className="self-start text-ink"
        disabled={scorers.length >= maxScorers}
        onClick={() => setEditing(scorers.length)}
      >
        <Plus />
        Add scorer
      </Button>
      <Suspense>
        {editing !== null && (
          <ScorerDialog
            scorer={scorers[editing]}
            variables={variables}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
