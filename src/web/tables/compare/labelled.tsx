import type { ReactNode } from 'react'

/** A row of the grid of a side. The label is for the eye; the control has its own name. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className="text-small text-ink-soft" aria-hidden>
      {label}
    </span>
    {children}
  </>
)
