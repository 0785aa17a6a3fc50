import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Props {
  readonly title: ReactNode
  /** Shown beside the title, such as a link to the full list. */
  readonly action?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A titled surface on the canvas. */
export const Card = ({ title, action, className, children }: Props) => (
  <section
    aria-label={typeof title === 'string' ? title : undefined}
    className={classNames('flex min-w-0 flex-col rounded-lg border bg-surface', className)}
  >
    <header className="flex h-11 shrink-0 items-center justify-between gap-3 px-4">
      <h2 className="truncate text-heading font-semibold">{title}</h2>
      {action}
    </header>
    {children}
  </section>
)
