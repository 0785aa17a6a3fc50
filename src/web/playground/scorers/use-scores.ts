import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/index.ts'
import { type Run, readValues } from '../../template-runs/forms.ts'
import { answerText } from '../answer-text.ts'
import type { Case } from '../variant.ts'
import type { Score, Scorer } from './scorer.ts'

type Scores = ReadonlyMap<string, Score>

/** The key of a score: it differs for another answer, value or scorer. */
const keyOf = (run: Extract<Run, { state: 'done' }>, testCase: Case, scorer: Scorer): string =>
  `${run.answer.request_id} ${JSON.stringify([testCase.values, scorer])}`

/** Results of scorers for the answers on screen. Each answer is scored once by each scorer. */
export function useScores(scorers: readonly Scorer[]) {
  const [scores, setScores] = useState<Scores>(new Map())
  const pending = useRef(new Set<string>())
  const [pendingCount, setPendingCount] = useState(0)
  const stop = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const score = useCallback(
    async (run: Run | undefined, testCase: Case): Promise<void> => {
      if (run?.state !== 'done') return
      const missing = scorers.filter((scorer) => {
        const key = keyOf(run, testCase, scorer)
        return !scores.has(key) && !pending.current.has(key)
      })
      if (missing.length === 0) return
      const keys = missing.map((scorer) => keyOf(run, testCase, scorer))
      for (const key of keys) pending.current.add(key)
      setPendingCount(pending.current.size)
      const results = await resultsOf(run, testCase, missing, stop.current?.signal)
      for (const key of keys) pending.current.delete(key)
      setPendingCount(pending.current.size)
      setScores(
        (before) => new Map([...before, ...keys.map((key, index) => [key, results[index]!] as const)]),
      )
    },
    [scorers, scores],
  )
  const scoreOf = (run: Run | undefined, testCase: Case, scorer: Scorer): Score | undefined =>
    run?.state === 'done' ? scores.get(keyOf(run, testCase, scorer)) : undefined
  const restore = (earlier: Iterable<readonly [string, Score]>) =>
    setScores((before) => new Map([...earlier, ...before]))
  return { scores, score, scoreOf, restore, isScoring: pendingCount > 0 }
}

async function resultsOf(
  run: Extract<Run, { state: 'done' }>,
  testCase: Case,
  scorers: readonly Scorer[],
  signal: AbortSignal | undefined,
): Promise<readonly Score[]> {
  const { cost, latency_ms } = run.answer
  const body = {
    scorers: [...scorers],
    answer: { text: answerText(run) ?? '', cost, latency_ms },
    values: readValues(testCase.values),
  }
  try {
    return (await call('scoreAnswer', { body, ...(signal && { signal }) })).results
  } catch (error) {
    return scorers.map(() => ({ verdict: 'error', message: (error as Error).message }))
  }
}
