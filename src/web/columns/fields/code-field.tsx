import { Suspense, useId } from 'react'
import { Skeleton } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'

interface Props {
  readonly label: string
  readonly hint: string | undefined
  readonly language: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

const Editor = lazyScreen(() => import('./code-editor.tsx'), 'CodeEditor')

/** A field for code. The editor is loaded with the first field. */
export function CodeField({ label, hint, language, value, error, onChange }: Props) {
  const hintId = useId()
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-small font-medium">
        {label}
      </span>
      <Suspense fallback={<Skeleton className="h-52" />}>
        <Editor label={label} about={hintId} language={language} value={value} onChange={onChange} />
      </Suspense>
      <p id={hintId} className="text-small text-ink-faint">
        {error ? <span className="text-bad">{error}</span> : hint}
      </p>
    </div>
  )
}
