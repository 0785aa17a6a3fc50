import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** The purpose, with one example. */
  readonly help: ReactNode
  readonly children: ReactNode
}

/** A section of a settings page: help at the left, controls at the right. */
export const FormRow = ({ title, help, children }: Props) => (
  <section
    aria-label={title}
    className="grid gap-x-8 gap-y-3 border-t py-5 first:border-t-0 first:pt-0 lg:grid-cols-[15rem_minmax(0,1fr)]"
  >
    <div>
      <h3 className="text-heading font-semibold">{title}</h3>
      <div className="text-small text-ink-soft">{help}</div>
    </div>
    <div className="flex max-w-form flex-col gap-3">{children}</div>
  </section>
)
