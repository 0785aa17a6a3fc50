import { FolderOpen, Link2, Play, Plus, Square, Table2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMay } from '../api/index.ts'
import { Button, copyText, Keys, Problem, toast } from '../design/index.ts'
import { useValidity } from '../prompts/forms.ts'
import { curlOfRun } from '../requests/index.ts'
import { problemOf, readValues, useRuns } from '../running/forms.ts'
import { AnswerView } from '../running/index.ts'
import { Page, useShortcuts } from '../shell/index.ts'
import { answerText } from './answer-text.ts'
import { CaseRow } from './case-row.tsx'
import { CompareAnswers } from './compare-answers.tsx'
import { keepBench, keptBench } from './kept-bench.ts'
import { OpenPrompt } from './open-prompt.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { linkOf } from './share.ts'
import { useBrought } from './use-brought.ts'
import { useOpen } from './use-open.ts'
import { useRequest } from './use-request.ts'
import { useShared } from './use-shared.ts'
import { useVariables } from './use-variables.ts'
import { type Bench, type Case, draftOf, maxVariants, newId, type Variant } from './variant.ts'
import { VariantEditor } from './variant-editor.tsx'

/** It knows what tables are made of, which is more than the rest of the playground. */
const TableDialog = lazy(async () => ({ default: (await import('./table-dialog.tsx')).TableDialog }))

/** Variants side by side, cases below each other; everything stays in this browser until it is saved. */
export function Playground() {
  const [bench, setBench] = useState<Bench>(keptBench)
  const [saving, setSaving] = useState<Variant | null>(null)
  const [isOpening, setOpening] = useState(false)
  const validity = useValidity()
  const [comparing, setComparing] = useState<Case | null>(null)
  const [isTabling, setTabling] = useState(false)
  const mayChange = useMay('contributor')
  const { runs, start, stop, isRunning } = useRuns()
  const run = (variant: Variant, one: Case) =>
    void start(cellOf(variant, one), { ...runOf(variant, one), tags: ['playground'] })
  useEffect(() => keepBench(bench), [bench])
  const open = useOpen(bench, setBench)
  const problem = useRequest(open)
  useBrought(open)
  useShared(open)
  const { variants, cases } = bench
  const variables = useVariables(bench)
  const hasProblem = cases.some(({ values }) => Object.values(values).some((one) => problemOf(one) !== null))
  const runAll = () => {
    if (hasProblem) return
    if (validity.problem) return toast(`Not run. ${validity.problem}`, { isProblem: true })
    for (const one of cases) for (const variant of variants) run(variant, one)
  }
  useShortcuts({ 'Mod Enter': runAll })
  const answersTo = (one: Case) =>
    variants.flatMap((variant, index) => {
      const text = answerText(runs.get(cellOf(variant, one)))
      return text === null ? [] : [{ letter: letterOf(index), text }]
    })

  const setVariants = (next: readonly Variant[]) => setBench({ ...bench, variants: next })
  const setCases = (next: Bench['cases']) => setBench({ ...bench, cases: next })
  const replace = (variant: Variant) =>
    setVariants(variants.map((one) => (one.id === variant.id ? variant : one)))
  const columns = {
    gridTemplateColumns: `clamp(8.5rem, 22vw, 220px) repeat(${variants.length}, minmax(min(360px, 80vw), 1fr))`,
  }

  return (
    <Page
      title="Playground"
      actions={
        <>
          <Button onClick={() => void copyLink(bench)}>
            <Link2 />
            Copy link
          </Button>
          {mayChange && (
            <Button disabled={hasProblem} onClick={() => setTabling(true)}>
              <Table2 />
              Make a table
            </Button>
          )}
          <Button onClick={() => setOpening(true)}>
            <FolderOpen />
            Open prompt
          </Button>
          <Button
            disabled={variants.length >= maxVariants}
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
          <div key={variant.id} className="min-w-0 border-r border-b bg-canvas p-3">
            <VariantEditor
              letter={letterOf(index)}
              variant={variant}
              names={variables}
              onChange={replace}
              onValidity={(part, isValid) => validity.set(`${variant.id} ${part}`, isValid)}
              onDuplicate={() => setVariants([...variants, { ...variant, id: newId() }])}
              onRemove={
                variants.length > 1 ? () => setVariants(variants.filter(({ id }) => id !== variant.id)) : null
              }
              onSave={() => setSaving(variant)}
              onCopy={
                hasProblem
                  ? null
                  : () => void copyText('cURL', curlOfRun(runOf(variant, cases[0]!), location.origin))
              }
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
                onCompare={answersTo(one).length > 1 ? () => setComparing(one) : null}
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
      {comparing && (
        <CompareAnswers
          number={cases.indexOf(comparing) + 1}
          answers={answersTo(comparing)}
          onClose={() => setComparing(null)}
        />
      )}
      {isOpening && (
        <OpenPrompt
          onClose={() => setOpening(false)}
          onOpened={(opened, name) => {
            open(name, opened)
            setOpening(false)
          }}
        />
      )}
      <Suspense>{isTabling && <TableDialog bench={bench} onClose={() => setTabling(false)} />}</Suspense>
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

const runOf = (variant: Variant, one: Case) => ({
  draft: draftOf(variant),
  input_variables: readValues(one.values),
})

async function copyLink(bench: Bench): Promise<void> {
  const link = await linkOf(bench, `${location.origin}/playground`)
  if (link) await copyText('Link', link)
  else
    toast('This is too long for a link. Save the variants as versions, or make a table.', { isProblem: true })
}

const cellOf = (variant: Variant, one: Case): string => `${variant.id} ${one.id}`

const letterOf = (index: number): string => String.fromCharCode(65 + index)
