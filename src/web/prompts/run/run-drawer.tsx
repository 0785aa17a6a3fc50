import { useEffect, useRef, useState } from 'react'
import { useMay } from '../../api/index.ts'
import {
  Badge,
  Button,
  IconButton,
  Keys,
  keyboardScroll,
  PanelEdge,
  toast,
  toastProblem,
  usePanelSize,
} from '../../design/index.ts'
import { FlaskConical, Play, Square, X } from '../../icons/index.ts'
import {
  isMissing,
  problemOf,
  type Run,
  readValues,
  type ValueKinds,
  valueAt,
  valuesOf,
  type WrittenValue,
  type WrittenValues,
  writtenOf,
} from '../../template-runs/forms.ts'
import { AnswerView, ValueFields } from '../../template-runs/index.ts'
import { SaveSet } from './save-set.tsx'
import { ValuesMenu } from './values-menu.tsx'

interface Props {
  /** Null if the prompt has no version yet. */
  readonly promptId: number | null
  /** The name of the version that runs, for example `v3` or `draft on v3`. */
  readonly name: string
  readonly isDraft: boolean
  /** Null if there is no template to run. */
  readonly model: string | null
  readonly names: readonly string[]
  readonly kinds: ValueKinds
  readonly values: WrittenValues
  readonly onValues: (values: Readonly<Record<string, WrittenValue>>) => void
  readonly run: Run | undefined
  readonly onRun: () => void
  readonly onStop: () => void
  readonly onPlayground: () => void
  readonly onClose: () => void
}

/** The drawer below the editor: values for a run, and the answer of the model. */
export function RunDrawer(props: Props) {
  const { promptId, name, isDraft, model, names, values, onValues, run, onRun, onStop } = props
  const mayWrite = useMay('contributor')
  const [isSaving, setSaving] = useState(false)
  const panel = usePanelSize('run', { min: 160, max: 720, initial: 340 })
  const fields = useRef<HTMLDivElement>(null)
  const isRunning = run?.state === 'running'
  const hasProblem = names.some((variable) => problemOf(valueAt(values, variable)) !== null)
  const isReady = model !== null && !hasProblem
  const firstMissing = names.findIndex((variable) => isMissing(valueAt(values, variable)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the drawer opens.
  useEffect(() => {
    if (firstMissing >= 0) fields.current?.querySelectorAll('textarea')[firstMissing]?.focus()
  }, [])
  const applyValues = (variables: Readonly<Record<string, unknown>>, from: string) => {
    const filledNames = names.filter((variable) => Object.hasOwn(variables, variable))
    if (filledNames.length === 0 && names.length > 0)
      return toastProblem(`${from} has no value for any of these variables`)
    onValues(Object.fromEntries(filledNames.map((variable) => [variable, writtenOf(variables[variable])])))
    toast(`${filledNames.length} of ${names.length} values taken from ${from}`)
  }
  return (
    <section
      aria-label="Run"
      className="relative flex max-h-[70%] shrink-0 flex-col border-t bg-surface"
      style={{ height: panel.size }}
    >
      <PanelEdge label="Height of the run" side="top" panel={panel} />
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b px-4 py-1">
        <h2 className="font-semibold">Run</h2>
        <Badge tone={isDraft ? 'warning' : 'neutral'}>{name}</Badge>
        <bdi className="min-w-0 truncate text-small text-ink-soft">{model ?? 'no model'}</bdi>
        <div className="ml-auto flex items-center gap-2">
          <ValuesMenu
            promptId={promptId}
            onValues={applyValues}
            onSave={mayWrite && names.length > 0 && !hasProblem ? () => setSaving(true) : null}
          />
          <Button size="small" onClick={props.onPlayground}>
            <FlaskConical />
            Open in playground
          </Button>
          {isRunning ? (
            <Button size="small" onClick={onStop}>
              <Square />
              Stop
            </Button>
          ) : (
            <Button size="small" disabled={!isReady} onClick={onRun}>
              <Play />
              Run
              <span aria-hidden className="hidden xl:inline">
                <Keys keys="Mod Enter" />
              </span>
            </Button>
          )}
          <IconButton label="Close the run" onClick={props.onClose}>
            <X />
          </IconButton>
        </div>
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(200px,2fr)_3fr]">
        <div ref={fields} className="flex min-h-0 flex-col gap-2 overflow-auto border-r px-4 py-2">
          {names.length === 0 && <p className="text-small text-ink-soft">The text has no variables.</p>}
          <ValueFields names={names} kinds={props.kinds} values={values} onChange={onValues} />
        </div>
        <section aria-label="Answer" {...keyboardScroll} className="min-h-0 min-w-0 overflow-auto px-4 py-2">
          {model === null ? (
            <p className="text-ink-soft">No model yet. Choose one in the section Model, then run.</p>
          ) : (
            <AnswerView run={run} onRun={onRun} />
          )}
        </section>
      </div>
      {isSaving && (
        <SaveSet variables={readValues(valuesOf(names, values))} onClose={() => setSaving(false)} />
      )}
    </section>
  )
}
