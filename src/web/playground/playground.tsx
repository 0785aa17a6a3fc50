import { Play, Plus, Square, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMay } from '../api/index.ts'
import { Button, Keys, Problem } from '../design/index.ts'
import { problemOf, readValues, useRuns } from '../running/forms.ts'
import { AnswerView } from '../running/index.ts'
import { Page, useShortcuts } from '../shell/index.ts'
import { CaseRow } from './case-row.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { TableDialog } from './table-dialog.tsx'
import { useBrought } from './use-brought.ts'
import { useRequest } from './use-request.ts'
import {
  type Bench,
  type Case,
  draftOf,
  keepBench,
  keptBench,
  newId,
  type Variant,
  variablesOf,
} from './variant.ts'
import { VariantEditor } from './variant-editor.tsx'

const mostVariants = 6

/** Variants side by side, cases below each other; everything stays in this browser until it is saved. */
export function Playground() {
  const [bench, setBench] = useState<Bench>(keptBench)
  const [saving, setSaving] = useState<Variant | null>(null)
  const [isTabling, setTabling] = useState(false)
  const mayChange = useMay('contributor')
  const { runs, start, stop, isRunning } = useRuns()
  const run = (variant: Variant, one: Case) =>
    void start(cellOf(variant, one), {
      draft: draftOf(variant),
      input_variables: readValues(one.values),
      tags: ['playground'],
    })
  useEffect(() => keepBench(bench), [bench])
  const problem = useRequest(bench, setBench)
  useBrought(bench, setBench)
  const { variants, cases } = bench
  const variables = variablesOf(variants)
  const hasProblem = cases.some(({ values }) => Object.values(values).some((one) => problemOf(one) !== null))
  const runAll = () => {
    if (hasProblem) return
    for (const one of cases) for (const variant of variants) run(variant, one)
  }
  useShortcuts({ 'Mod Enter': runAll })

  const setVariants = (next: readonly Variant[]) => setBench({ ...bench, variants: next })
  const setCases = (next: Bench['cases']) => setBench({ ...bench, cases: next })
  const replace = (variant: Variant) =>
    setVariants(variants.map((one) => (one.id === variant.id ? variant : one)))
  const columns = { gridTemplateColumns: `220px repeat(${variants.length}, minmax(320px, 1fr))` }

  return (
    <Page
      title="Playground"
      actions={
        <>
          {mayChange && (
            <Button disabled={hasProblem} onClick={() => setTabling(true)}>
              <Table2 />
              Make a table
            </Button>
          )}
          <Button
            disabled={variants.length >= mostVariants}
            onClick={() => setVariants([...variants, { ...variants.at(-1)!, id: newId() }])}
          >
            <Plus />
            Add variant
          </Button>
          {isRunning ? (
            <Button onClick={stop}>
              <Square />
              Stop
            </Button>
          ) : (
            <Button kind="primary" disabled={hasProblem} onClick={runAll}>
              <Play />
              Run all
              <span aria-hidden>
                <Keys keys="Mod Enter" />
              </span>
            </Button>
          )}
        </>
      }
    >
      {problem && <Problem error={problem} />}
      <div className="grid" style={columns}>
        <div className="border-r border-b bg-sunken p-3 text-small text-ink-soft">
          Write <code>{'{name}'}</code> where a value goes; each case gives the values.
        </div>
        {variants.map((variant, index) => (
          <div key={variant.id} className="border-r border-b bg-surface p-3">
            <VariantEditor
              letter={letterOf(index)}
              variant={variant}
              onChange={replace}
              onDuplicate={() => setVariants([...variants, { ...variant, id: newId() }])}
              onRemove={
                variants.length > 1 ? () => setVariants(variants.filter(({ id }) => id !== variant.id)) : null
              }
              onSave={() => setSaving(variant)}
            />
          </div>
        ))}
        {cases.map((one, row) => (
          <div key={one.id} className="contents">
            <div className="border-r border-b bg-sunken p-3">
              <CaseRow
                number={row + 1}
                one={one}
                variables={variables}
                onChange={(next) => setCases(cases.map((other) => (other.id === one.id ? next : other)))}
                onRemove={cases.length > 1 ? () => setCases(cases.filter(({ id }) => id !== one.id)) : null}
              />
            </div>
            {variants.map((variant, index) => (
              <section
                key={variant.id}
                aria-label={`Answer of ${letterOf(index)} to case ${row + 1}`}
                className="border-r border-b p-3"
              >
                <AnswerView run={runs.get(cellOf(variant, one))} onRun={() => run(variant, one)} />
              </section>
            ))}
          </div>
        ))}
        <div className="border-r bg-sunken p-3">
          <Button size="small" onClick={() => setCases([...cases, { id: newId(), values: {} }])}>
            <Plus />
            Add case
          </Button>
        </div>
      </div>
      {isTabling && <TableDialog bench={bench} onClose={() => setTabling(false)} />}
      {saving && (
        <SaveDialog
          variant={saving}
          onClose={() => setSaving(null)}
          onSaved={(prompt) => {
            replace({ ...saving, prompt })
            setSaving(null)
          }}
        />
      )}
    </Page>
  )
}

const cellOf = (variant: Variant, one: Case): string => `${variant.id} ${one.id}`

const letterOf = (index: number): string => String.fromCharCode(65 + index)
