import { Suspense } from 'react'
import { Button, Skeleton, TipButton, useUndo } from '../../design/index.ts'
import { Trash2 } from '../../icons/index.ts'
import { blankFormat } from './blank-format.ts'
import { FormatEditor } from './schema/lazy.ts'
import { Section } from './section.tsx'

interface Props {
  readonly value: unknown
  readonly readOnly: boolean
  /** Called with undefined if the model may answer in any format. */
  readonly onChange: (value: unknown) => void
  readonly onValidity: (isValid: boolean) => void
}

export function ResponseFormat({ value, readOnly, onChange, onValidity }: Props) {
  const offerUndo = useUndo(onChange)
  const remove = () => {
    onChange(undefined)
    offerUndo('Response format removed', value)
  }
  if (value === undefined)
    return (
      <Section title="Response format">
        {readOnly ? (
          <p className="text-small text-ink-soft">Plain text.</p>
        ) : (
          <Button size="small" className="self-start" onClick={() => onChange(blankFormat)}>
            Ask for JSON
          </Button>
        )}
      </Section>
    )
  return (
    <Section
      title="Response format"
      action={
        !readOnly && (
          <TipButton tip="Remove response format" onClick={remove}>
            <Trash2 />
          </TipButton>
        )
      }
    >
      <Suspense fallback={<Skeleton className="h-24" />}>
        <FormatEditor value={value} readOnly={readOnly} onChange={onChange} onValidity={onValidity} />
      </Suspense>
    </Section>
  )
}
