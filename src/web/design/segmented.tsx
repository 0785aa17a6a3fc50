import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Props<V extends string> {
  readonly label: string
  readonly value: V
  readonly choices: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly onChange: (value: V) => void
  readonly className?: string
}

/** Two to five ways to show the same data, side by side. For parts of a page use Tabs. */
export const Segmented = <V extends string>({ label, value, choices, onChange, className }: Props<V>) => (
  <fieldset
    aria-label={label}
    className={classNames('inline-flex h-7 rounded-md bg-raised p-0.5', className)}
  >
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
        className="flex h-6 items-center gap-1.5 rounded-[5px] px-2 text-small font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-resting dark:aria-pressed:bg-line-strong [&_svg]:size-3.5"
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
)
