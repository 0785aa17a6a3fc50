import type { ReactNode } from 'react'
import type { Draft } from '../connection-in.ts'
import { ModelSection } from '../editor/model-section.tsx'

interface Props {
  readonly version: Draft
  readonly readOnly: boolean
  readonly onChange: (version: Draft) => void
  readonly children: ReactNode
}

/** The model of a version and further sections, beside its text. */
export const SidePanel = ({ version, readOnly, onChange, children }: Props) => (
  <aside
    aria-label="About this version"
    className="w-80 shrink-0 overflow-auto border-l bg-surface max-sm:w-auto max-sm:overflow-visible max-sm:border-t max-sm:border-l-0"
  >
    <ModelSection
      metadata={version.metadata}
      readOnly={readOnly}
      onChange={(metadata) => onChange({ ...version, metadata })}
      connection={version.connection}
      onConnection={(connection) => onChange({ ...version, connection })}
    />
    {children}
  </aside>
)
