import type { ReactNode } from 'react'

export const PeekSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-1.5 border-t pt-3">
    <h3 className="text-small font-semibold text-ink-soft">{title}</h3>
    {children}
  </section>
)
