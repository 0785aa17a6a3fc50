import { type ReactNode, useId } from 'react'

export interface FieldProps {
  readonly label: string
  /** A hint about the input or its purpose. */
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

interface Props extends FieldProps {
  /** Receives the ids that connect the control with its label and error. */
  readonly children: (control: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ReactNode
}

/** A labelled control with its error below. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error !== undefined })}
      <div id={about} className="text-small text-ink-faint empty:hidden">
        {error ? <span className="text-bad">{sentenceOf(label, error)}</span> : hint}
      </div>
    </div>
  )
}

/** Messages of the server about a value begin with its verb: `must be an https URL`. */
const sentenceOf = (label: string, error: string): string =>
  /^must\b/i.test(error) ? `${label} m${error.slice(1)}` : error
