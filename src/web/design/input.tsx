import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const style =
  'w-full rounded-md border border-line-strong bg-surface px-2 text-body placeholder:text-ink-faint focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-bad'

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input className={classNames(style, 'h-7', className)} {...props} />
)

export const TextArea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea className={classNames(style, 'py-1.5', className)} {...props} />
)

interface PageSearchProps {
  readonly label: string
  readonly placeholder?: string
  readonly className?: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** The field that finds items of a page; the key `/` focuses it. */
export const PageSearch = ({
  label,
  placeholder = 'Find by name',
  className = 'w-60',
  value = '',
  onChange,
}: PageSearchProps) => (
  <Input
    data-page-search
    aria-label={label}
    placeholder={placeholder}
    className={className}
    value={value}
    onChange={(event) => onChange(event.target.value || undefined)}
  />
)
