import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Segmented, Skeleton, toastProblem } from '../../../design/index.ts'
import { lazyScreen } from '../../../shell/index.ts'

const Editor = lazyScreen(() => import('../json-editor.tsx'), 'JsonEditor')

/** The editor is loaded with the first prompt that has JSON, because few have. */
const JsonEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <Editor {...props} />
  </Suspense>
)

interface Props {
  readonly label: string
  readonly value: unknown
  readonly readOnly: boolean
  /** Why the builder cannot show the value; null if it can. */
  readonly reason: string | null
  readonly builder: ReactNode
  /** Shown beside the switch. */
  readonly head?: ReactNode
  readonly onChange: (value: unknown) => void
  readonly onValidity: (isValid: boolean) => void
}

const views = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const

/** One value as a form and as JSON. JSON that the form cannot show stays JSON. */
export function TwoViews({ label, value, readOnly, reason, builder, head, onChange, onValidity }: Props) {
  const [view, setView] = useState<'builder' | 'json'>('builder')
  const [isValid, setValid] = useState(true)
  const isJson = view === 'json' || reason !== null
  const show = (next: 'builder' | 'json') => {
    if (!isValid) toastProblem('Correct the JSON first.')
    else setView(next)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        {head}
        {reason === null && (
          <Segmented
            label={`View of ${label}`}
            value={view}
            choices={views}
            onChange={show}
            className="ml-auto"
          />
        )}
      </div>
      {reason !== null && isValid && (
        <p className="text-small text-ink-soft">The builder cannot show this: {reason}. Edit the JSON.</p>
      )}
      {isJson ? (
        <JsonEditor
          label={label}
          value={value}
          readOnly={readOnly}
          onChange={(next) => {
            // The view stays JSON during an edit, even when the JSON becomes valid for the form.
            setView('json')
            onChange(next)
          }}
          onValidity={(next) => {
            setValid(next)
            onValidity(next)
          }}
        />
      ) : (
        builder
      )}
    </div>
  )
}
