import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

interface Props extends ComponentProps<'select'> {
  /** Options after the children: values with their texts. */
  readonly options?: readonly (readonly [value: string | number, text: string])[]
}

/** The browser's own select, which supports groups and any number of options. */
export const NativeSelect = ({ className, options, children, ...props }: Props) => (
  <select
    className={classNames(
      'h-7 w-full rounded-md border border-line-strong bg-surface px-1.5 text-body disabled:opacity-60 aria-invalid:border-bad',
      className,
    )}
    {...props}
  >
    {children}
    {options?.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)

/** A labelled `NativeSelect`. */
export const NativeSelectField = ({
  label,
  hint,
  error,
  ...select
}: ComponentProps<typeof NativeSelect> & FieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <NativeSelect {...control} {...select} />}
  </Field>
)
