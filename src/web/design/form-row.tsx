import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Props {
  readonly title: string
  /** The purpose, with one example. */
  readonly help: ReactNode
  /** Set for actions that cannot be undone. */
  readonly isDanger?: boolean
  readonly children: ReactNode
}

/** A part of a settings page, on a surface of its own: help at the left, controls at the right. */
export const FormRow = ({ title, help, isDanger = false, children }: Props) => (
  <section
    aria-label={title}
    className={classNames(
      'grid gap-x-8 gap-y-4 rounded-lg border bg-surface p-5 max-sm:p-4 lg:grid-cols-[15rem_minmax(0,1fr)]',
      isDanger && 'border-bad/45',
    )}
  >
    <div className="flex flex-col gap-1">
      <h3 className="text-heading font-semibold">{title}</h3>
      <div className="text-small text-ink-soft">{help}</div>
    </div>
    <div className="flex min-w-0 max-w-form flex-col gap-3">{children}</div>
  </section>
)
