import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly count?: number
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a panel. */
export const Section = ({ title, count, action, children }: Props) => (
  <section aria-label={title} className="flex flex-col gap-2 border-b p-3 last:border-b-0">
    <div className="flex min-h-5 items-center justify-between gap-2">
      <h2 className="text-small font-semibold text-ink-soft">
        {title} {count !== undefined && <span className="font-normal text-ink-faint">{count}</span>}
      </h2>
      {action}
    </div>
    {children}
  </section>
)
