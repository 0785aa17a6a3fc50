import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { Button, Keys } from '../design/index.ts'
import { ChevronsUpDown, FolderOpen, Play, Plus, Square, Table2 } from '../icons/index.ts'
import { useValidity } from '../prompts/forms.ts'
import { lazyScreen, Page, ViewOnly } from '../shell/index.ts'
import { valueKinds } from '../template-runs/forms.ts'
import { AnswerView } from '../template-runs/index.ts'
import { AnswerAgeNote } from './answer-age.tsx'
import { answerText } from './answer-text.ts'
import { CaseRow } from './case-row.tsx'
import { variablesOf } from './scorers/scorer.ts'
import { ScorerList } from './scorers/scorer-list.tsx'
import { Starts } from './starts.tsx'
import { copyCurl, useBenchRuns } from './use-bench-runs.ts'
import type { Open } from './use-open.ts'
import { useRemoval } from './use-removal.ts'
import { useVariables } from './use-variables.ts'
import {
  type Bench,
  type Case,
  hasOwnValues,
  isBlankBench,
  maxCases,
  maxVariants,
  mergeCases,
  newId,
  usedCases,
  type Variant,
} from './variant.ts'
import { VariantEditor } from './variant-editor.tsx'

const AddCases = lazyScreen(() => import('./cases/add-cases.tsx'), 'AddCases')
const CompareAnswers = lazyScreen(() => import('./compare-answers.tsx'), 'CompareAnswers')
const PassRates = lazyScreen(() => import('./scorers/pass-rates.tsx'), 'PassRates')
const Verdicts = lazyScreen(() => import('./scorers/verdicts.tsx'), 'Verdicts')
const OpenPrompt = lazyScreen(() => import('./open-prompt.tsx'), 'OpenPrompt')
const SaveDialog = lazyScreen(() => import('./save-dialog.tsx'), 'SaveDialog')
/** Loaded on demand: it brings the code that makes tables. */
const TableDialog = lazyScreen(() => import('./table-dialog.tsx'), 'TableDialog')

interface Props {
  /** If undefined, the unsaved playground of this browser. */
  readonly id: number | undefined
  readonly title: string
  readonly above?: ReactNode
  readonly badges: ReactNode
  /** Actions for the whole playground; `onTable` is null while a value is invalid. */
  readonly actions: (onTable: (() => void) | null) => ReactNode
  readonly notice: ReactNode
  readonly bench: Bench
  readonly setBench: (bench: Bench) => void
  readonly open: Open
}

/** Variants side by side, cases below each other, and their answers. */
export function Workbench({ id, title, above, badges, actions, notice, bench, setBench, open }: Props) {
  const [saving, setSaving] = useState<Variant | null>(null)
  const [isOpening, setOpening] = useState(false)
  const validity = useValidity()
  const [comparing, setComparing] = useState<Case | null>(null)
  const [isMakingTable, setMakingTable] = useState(false)
  const [isAddingCases, setAddingCases] = useState(false)
  const [isFolded, setFolded] = useState(false)
  const { variants, scorers } = bench
  const variables = useVariables(bench)
  const cases = usedCases(bench.cases, variables)
  const variableNames = new Set(cases.flatMap(({ values }) => Object.keys(values)))
  const allVariables = [...new Set([...variables, ...variablesOf(scorers), ...variableNames])]
  const shownVariables = [...new Set([...variables, ...variablesOf(scorers)])]
  const benchRuns = useBenchRuns(id, bench, cases, validity)
  const { runFor, ageOf, scoreOf, hasProblem, mayRun } = benchRuns
  const answersTo = (testCase: Case) =>
    variants.flatMap((variant, index) => {
      const text = answerText(runFor(variant, testCase))
      return text === null ? [] : [{ letter: letterOf(index), text }]
    })

  const kinds = valueKinds(...variants.map(({ template }) => template))
  const remove = useRemoval(bench, setBench)
  const setVariants = (next: readonly Variant[]) => setBench({ ...bench, variants: next })
  const setCases = (next: Bench['cases']) => setBench({ ...bench, cases: next })
  const replace = (variant: Variant) =>
    setVariants(variants.map((other) => (other.id === variant.id ? variant : other)))
  /** On a narrow screen the variants and cases are stacked. */
  const columns = {
    '--columns': `clamp(8.5rem, 22vw, 220px) repeat(${variants.length}, minmax(min(360px, 80vw), 1fr))`,
  } as CSSProperties

  return (
    <Page
      title={title}
      above={above}
      badges={
        <>
          {badges}
          <ViewOnly />
        </>
      }
      actions={
        <>
          {actions(hasProblem ? null : () => setMakingTable(true))}
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
          {benchRuns.isRunning ? (
            <Button onClick={benchRuns.stop}>
              <Square />
              Stop
            </Button>
          ) : (
            <Button kind="primary" disabled={hasProblem || !mayRun} onClick={benchRuns.runAll}>
              <Play />
              Run all
              <span aria-hidden className="hidden xl:inline">
                <Keys keys="Mod Enter" />
              </span>
            </Button>
          )}
        </>
      }
    >
      {notice}
      <div className="grid grid-cols-1 sm:grid-cols-(--columns)" style={columns}>
        <div className="border-r border-b bg-sunken p-3 text-small text-ink-soft">
          {shownVariables.length === 0 && (
            <>
              Write <code>{'{name}'}</code> in a prompt for a variable. Each case has the values of the
              variables.
            </>
          )}
          {isBlankBench(bench) && (
            <Starts onPrompt={() => setOpening(true)} onRows={() => setAddingCases(true)} />
          )}
          <ScorerList
            scorers={scorers}
            variables={allVariables}
            onChange={(next) => setBench({ ...bench, scorers: next })}
            onRemove={(index) => remove('scorers', index, `Scorer ${scorers[index]!.name}`)}
          />
          {!isBlankBench(bench) && (
            <Button kind="quiet" size="small" className="mt-2" onClick={() => setFolded(!isFolded)}>
              <ChevronsUpDown />
              {isFolded ? 'Show prompts' : 'Hide prompts'}
            </Button>
          )}
        </div>
        {variants.map((variant, index) => (
          <div key={variant.id} className="min-w-0 border-r border-b bg-canvas p-3">
            {scorers.length > 0 && (
              <Suspense>
                <PassRates
                  letter={letterOf(index)}
                  scorers={scorers}
                  scoresOf={(scorer) =>
                    cases.flatMap((testCase) => {
                      const run = runFor(variant, testCase)
                      const isCounted = run && run.state !== 'running' && !ageOf(variant, testCase)?.isStale
                      return isCounted ? [scoreOf(run, testCase, scorer)] : []
                    })
                  }
                />
              </Suspense>
            )}
            <VariantEditor
              letter={letterOf(index)}
              variant={variant}
              names={variables}
              isFolded={isFolded}
              onChange={replace}
              onValidity={(part, isValid) => validity.set(`${variant.id} ${part}`, isValid)}
              onDuplicate={() => setVariants([...variants, { ...variant, id: newId() }])}
              onRemove={
                variants.length > 1 ? () => remove('variants', index, `Variant ${letterOf(index)}`) : null
              }
              onSave={() => setSaving(variant)}
              onCopy={hasProblem ? null : () => void copyCurl(variant, cases[0]!)}
            />
          </div>
        ))}
        {cases.map((testCase, row) => (
          <div key={testCase.id} className="contents">
            <div className="border-r border-b bg-sunken p-3">
              <CaseRow
                number={row + 1}
                testCase={testCase}
                variables={shownVariables}
                kinds={kinds}
                onChange={(next) => setCases(cases.map((other) => (other.id === testCase.id ? next : other)))}
                onCompare={answersTo(testCase).length > 1 ? () => setComparing(testCase) : null}
                onRemove={cases.length > 1 ? () => remove('cases', row, `Case ${row + 1}`) : null}
              />
            </div>
            {variants.map((variant, index) => (
              <section
                key={variant.id}
                ref={row === 0 && index === 0 ? benchRuns.firstAnswer : undefined}
                aria-label={`Answer of ${letterOf(index)} to case ${row + 1}`}
                className="border-r border-b p-3"
              >
                <p aria-hidden className="mb-1 font-semibold sm:hidden">
                  {letterOf(index)}
                </p>
                <AnswerAgeNote age={ageOf(variant, testCase)} />
                <AnswerView
                  run={runFor(variant, testCase)}
                  onRun={() => void benchRuns.run(variant, testCase)}
                />
                {scorers.length > 0 &&
                  runFor(variant, testCase)?.state === 'done' &&
                  !ageOf(variant, testCase)?.isStale && (
                    <Suspense>
                      <Verdicts
                        scorers={scorers}
                        scoreOf={(scorer) => scoreOf(runFor(variant, testCase), testCase, scorer)}
                      />
                    </Suspense>
                  )}
              </section>
            ))}
          </div>
        ))}
        <div className="border-r bg-sunken p-3">
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              disabled={cases.length >= maxCases}
              onClick={() => setCases([...cases, { id: newId(), values: {} }])}
            >
              <Plus />
              Add case
            </Button>
            <Button size="small" disabled={cases.length >= maxCases} onClick={() => setAddingCases(true)}>
              <Table2 />
              Add from rows
            </Button>
          </div>
        </div>
      </div>
      <Suspense>
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
        {isAddingCases && (
          <AddCases
            variables={shownVariables}
            room={maxCases - cases.filter(hasOwnValues).length}
            onAdd={(added) => {
              setCases(mergeCases(cases, added))
              setAddingCases(false)
            }}
            onClose={() => setAddingCases(false)}
          />
        )}
        {isMakingTable && <TableDialog bench={{ ...bench, cases }} onClose={() => setMakingTable(false)} />}
        {saving && (
          <SaveDialog
            variant={saving}
            onClose={() => setSaving(null)}
            onSaved={(prompt, version) => {
              replace({ ...saving, prompt, version, edited: undefined })
              setSaving(null)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

const letterOf = (index: number): string => String.fromCharCode(65 + index)
