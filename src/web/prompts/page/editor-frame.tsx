import { type ReactNode, Suspense } from 'react'
import { providerName, Skeleton } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { type useRuns, valueKinds, type WrittenValues } from '../../template-runs/forms.ts'
import type { Draft } from '../connection-in.ts'
import { ModelSection } from '../editor/model-section.tsx'
import { VariablesSection } from '../editor/variables-section.tsx'
import { runKey, type usePromptRun } from '../run/use-prompt-run.ts'

const RunDrawer = lazyScreen(() => import('../run/run-drawer.tsx'), 'RunDrawer')

interface Props {
  /** Null before the first version is saved. */
  readonly promptId: number | null
  readonly version: Draft
  readonly readOnly: boolean
  readonly onChange: (version: Draft) => void
  readonly names: readonly string[]
  readonly values: WrittenValues
  readonly onValues: (values: WrittenValues) => void
  readonly run: ReturnType<typeof usePromptRun>
  readonly runs: ReturnType<typeof useRuns>
  /** The name of the prompt, for the run drawer. */
  readonly name: string
  readonly isDraft: boolean
  readonly onPlayground: () => void
  /** True on tabs about the whole prompt, which have no side panel. */
  readonly isWide?: boolean
  /** Sections of the side panel below the variables. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/**
 * The frame of a prompt's editor: the main part with the run drawer below it, and the side panel with the
 * variables.
 */
export function EditorFrame(props: Props) {
  const { version, readOnly, names, values, onValues, run, runs, onPlayground } = props
  const model = version.metadata?.model
  const kinds = valueKinds(version.template)
  return (
    <div className="flex min-h-0 flex-1 max-sm:block max-sm:overflow-auto">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">{props.children}</div>
        {run.isOpen && (
          <Suspense fallback={<Skeleton className="h-80 shrink-0 rounded-none" />}>
            <RunDrawer
              promptId={props.promptId}
              name={props.name}
              isDraft={props.isDraft}
              model={model ? `${providerName(model.provider)} ${model.name}` : null}
              names={names}
              kinds={kinds}
              values={values}
              onValues={onValues}
              run={runs.runs.get(runKey)}
              onRun={() => void run.start()}
              onStop={runs.stop}
              onPlayground={onPlayground}
              onClose={run.close}
            />
          </Suspense>
        )}
      </div>
      {!props.isWide && (
        <SidePanel version={version} readOnly={readOnly} onChange={props.onChange}>
          <VariablesSection names={names} kinds={kinds} values={values} onChange={onValues} />
          {props.side}
        </SidePanel>
      )}
    </div>
  )
}

interface SideProps {
  readonly version: Draft
  readonly readOnly: boolean
  readonly onChange: (version: Draft) => void
  readonly children: ReactNode
}

/** The model of a version and further sections, beside its text. */
const SidePanel = ({ version, readOnly, onChange, children }: SideProps) => (
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
