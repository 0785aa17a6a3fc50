import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

/** The browser's own select, which supports groups and any number of options. */
export const NativeSelect = ({ className, ...props }: ComponentProps<'select'>) => (
  <select
    className={classNames(
      'h-7 w-full rounded-md border border-line-strong bg-surface px-1.5 text-body disabled:opacity-60 aria-invalid:border-bad',
      className,
    )}
    {...props}
  />
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
