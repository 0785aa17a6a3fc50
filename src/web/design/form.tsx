import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { Input, TextArea } from './input.tsx'

interface FormProps {
  readonly id?: string
  readonly label?: string
  readonly className?: string
  /** The values of the fields by name. */
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  readonly children: ReactNode
}

export const Form = ({ id, label, className, onSubmit, children }: FormProps) => (
  <form
    id={id}
    aria-label={label}
    noValidate
    className={classNames('flex flex-col gap-3', className)}
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      const entries = [...new FormData(event.currentTarget)]
      onSubmit(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])))
    }}
  >
    {children}
  </form>
)

/** The server's error about a field of the form, by the name of the field. */
export const FieldErrors = createContext<(name: string) => string | undefined>(() => undefined)

function useFieldError(name: string | undefined, error: string | undefined): string | undefined {
  const errorOf = useContext(FieldErrors)
  return error ?? (name === undefined ? undefined : errorOf(name))
}

export const TextField = ({ label, hint, error, ...input }: ComponentProps<'input'> & FieldProps) => (
  <Field label={label} hint={hint} error={useFieldError(input.name, error)}>
    {(control) => <Input {...control} {...input} />}
  </Field>
)

export const TextAreaField = ({ label, hint, error, ...area }: ComponentProps<'textarea'> & FieldProps) => (
  <Field label={label} hint={hint} error={useFieldError(area.name, error)}>
    {(control) => <TextArea {...control} {...area} />}
  </Field>
)
