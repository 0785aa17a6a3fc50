import { useEffect, useRef } from 'react'
import { useMay } from '../api/index.ts'
import { copyText, toastProblem } from '../design/index.ts'
import type { useValidity } from '../prompts/forms.ts'
import { curlOfRun } from '../requests/index.ts'
import { useShortcuts } from '../shell/index.ts'
import { problemOf, type Run, readValues, useRuns } from '../template-runs/forms.ts'
import { connectionOf } from './connection-of.ts'
import { useScores } from './scorers/use-scores.ts'
import { useRunQueue } from './use-run-queue.ts'
import { useStoredAnswers } from './use-stored-answers.ts'
import { type Bench, type Case, cellOf, draftOf, type Variant } from './variant.ts'

/** The runs of all variants with all cases, and their scores. `cases` has a value for each variable. */
export function useBenchRuns(
  id: number | undefined,
  { variants, scorers }: Bench,
  cases: readonly Case[],
  validity: ReturnType<typeof useValidity>,
) {
  const mayRun = useMay('contributor')
  const { runs, start, restore, stop, isRunning } = useRuns()
  const queue = useRunQueue()
  const firstAnswer = useRef<HTMLElement>(null)
  const { scores, score, scoreOf, restore: restoreScores } = useScores(scorers)
  const stored = useStoredAnswers({
    id,
    variants,
    cases,
    runs,
    scores,
    onRestore: (ended, earlierScores) => {
      restore(ended)
      restoreScores(earlierScores)
    },
  })
  const { ageOf } = stored
  useEffect(() => {
    if (!mayRun || scorers.length === 0) return
    for (const testCase of cases)
      for (const variant of variants)
        if (!ageOf(variant, testCase)?.isStale) void score(runs.get(cellOf(variant, testCase)), testCase)
  }, [mayRun, scorers, cases, variants, runs, score, ageOf])
  const hasProblem = cases.some(({ values }) =>
    Object.values(values).some((value) => problemOf(value) !== null),
  )
  const run = (variant: Variant, testCase: Case) => {
    stored.start(variant, testCase)
    return start(cellOf(variant, testCase), tagged(runOf(variant, testCase)))
  }
  const runAll = () => {
    if (hasProblem || !mayRun) return
    if (validity.problem) return toastProblem(`Not run. ${validity.problem}`)
    keepInView(firstAnswer.current)
    const jobs = cases.flatMap((testCase) => variants.map((variant) => () => run(variant, testCase)))
    void queue.runAll(jobs)
  }
  useShortcuts({ 'Mod Enter': runAll })
  return {
    mayRun,
    /** True if a value of a case is invalid. */
    hasProblem,
    isRunning: isRunning || queue.isQueued,
    /** The element of the first answer, to which a run scrolls. */
    firstAnswer,
    runFor: (variant: Variant, testCase: Case): Run | undefined => runs.get(cellOf(variant, testCase)),
    ageOf,
    scoreOf,
    run,
    runAll,
    stop: () => {
      queue.clear()
      stop()
    },
  }
}

/** A run with the connection of the variant's prompt, as in production. */
const runOf = async (variant: Variant, testCase: Case) => ({
  draft: { ...draftOf(variant), ...(await connectionOf(variant)) },
  input_variables: readValues(testCase.values),
})

const tagged = async (run: ReturnType<typeof runOf>) => ({ ...(await run), tags: ['playground'] })

export const copyCurl = (variant: Variant, testCase: Case): Promise<void> =>
  runOf(variant, testCase).then((run) => copyText('cURL', curlOfRun(run, location.origin)), toastProblem)

/**
 * Scrolls to the answers, which are out of view below a long conversation, until the user acts: editors above
 * them get their height only when they come into view.
 */
function keepInView(first: HTMLElement | null) {
  const observer = new ResizeObserver(() => {
    if (first && first.getBoundingClientRect().top > window.innerHeight - 80)
      first.scrollIntoView({ block: 'center' })
  })
  for (let element = first; element; element = element.parentElement) observer.observe(element)
  const scrolling = new AbortController()
  const stop = () => {
    observer.disconnect()
    scrolling.abort()
  }
  for (const action of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(action, stop, { signal: scrolling.signal, capture: true })
}
