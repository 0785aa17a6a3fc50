import { Button, IconButton } from '../design/index.ts'
import { Diff, Trash2 } from '../icons/index.ts'
import type { ValueKinds } from '../template-runs/forms.ts'
import { ValueFields } from '../template-runs/index.ts'
import type { Case } from './variant.ts'

interface Props {
  readonly number: number
  readonly testCase: Case
  readonly variables: readonly string[]
  readonly kinds: ValueKinds
  readonly onChange: (testCase: Case) => void
  /** Null if the case has fewer than two answers. */
  readonly onCompare: (() => void) | null
  readonly onRemove: (() => void) | null
}

/** The values of one case. */
export function CaseRow({ number, testCase, variables, kinds, onChange, onCompare, onRemove }: Props) {
  return (
    <section aria-label={`Case ${number}`} className="flex flex-col gap-2">
      <header className="flex h-6 items-center gap-2">
        <h3 className="font-medium">Case {number}</h3>
        {onRemove && (
          <IconButton label={`Remove case ${number}`} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        )}
      </header>
      {variables.length === 0 && <p className="text-small text-ink-faint">No variables.</p>}
      <ValueFields
        names={variables}
        kinds={kinds}
        values={testCase.values}
        onChange={(values) => onChange({ ...testCase, values: { ...testCase.values, ...values } })}
      />
      {onCompare && (
        <Button size="small" className="self-start" onClick={onCompare}>
          <Diff />
          Compare answers
        </Button>
      )}
    </section>
  )
}
