import { useEffect, useRef, useState } from 'react'
import { hasStored, useSession } from '../api/index.ts'
import type { Run } from '../template-runs/forms.ts'
import type { Score } from './scorers/scorer.ts'
import type { Answers, Start } from './stored-answers.ts'
import { type Case, cellOf, type Variant } from './variant.ts'

/** The time of an answer, and whether its prompt or values changed since. */
export interface AnswerAge {
  readonly at: number
  readonly isStored: boolean
  readonly isStale: boolean
}

interface Props extends Omit<Answers, 'starts'> {
  /** If undefined, the unsaved playground of this browser. */
  readonly id: number | undefined
  readonly onRestore: (
    runs: ReadonlyMap<string, Run>,
    scores: readonly (readonly [key: string, score: Score])[],
  ) => void
}

/** A large run ends many answers a second, and each write stores all of them. */
const writeDelayMilliseconds = 1_000

/** Stores the last answers in this browser, and restores them when the playground is opened again. */
export function useStoredAnswers(props: Props) {
  const { id, variants, cases, runs, scores } = props
  const key = `galley.answers:${useSession()?.workspace.id ?? 0}`
  const [storage, setStorage] = useState<typeof import('./answer-storage.ts') | null>(null)
  const [starts, setStarts] = useState<ReadonlyMap<string, Start>>(new Map())
  /** Null if the server cannot be reached: then no answer is stored. */
  const load = async () => {
    const loaded = await import('./answer-storage.ts').catch(() => null)
    setStorage(() => loaded)
    return loaded
  }

  const restore = async () => {
    const loaded = await load()
    if (!loaded) return
    const storedAnswers = loaded.answersFor(loaded.readAnswers(key, nameOf(id)), variants, cases)
    props.onRestore(
      new Map(storedAnswers.map(({ cell, stored }) => [cell, { state: 'done', answer: stored.answer }])),
      storedAnswers.flatMap(({ stored }) => stored.scores),
    )
    setStarts(
      (before) =>
        new Map([
          ...storedAnswers.map(
            ({ cell, stored: { input, at } }) => [cell, { input, at, isStored: true }] as const,
          ),
          ...before,
        ]),
    )
  }
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current && hasStored(key)) void restore()
    isFirst.current = false
  })

  const storedAs = useRef(nameOf(id))
  const write = () => {
    if (!storage || starts.size === 0) return
    const answers = storage.answersOf({ variants, cases, runs, scores, starts })
    // The unsaved playground is empty once it is saved.
    if (storedAs.current !== nameOf(id)) storage.storeAnswers(key, storedAs.current, [])
    storedAs.current = nameOf(id)
    storage.storeAnswers(key, nameOf(id), answers)
  }
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored answers depend on each of these.
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), writeDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [id, variants, cases, runs, scores, starts])
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return {
    /** Records the input of a run that starts. */
    start: (variant: Variant, testCase: Case): void => {
      const at = Date.now()
      void load().then((loaded) => {
        if (!loaded) return
        const start = { input: loaded.inputOf(variant, testCase), at, isStored: false }
        setStarts((before) => new Map(before).set(cellOf(variant, testCase), start))
      })
    },
    /** Null while there is no answer. */
    ageOf: (variant: Variant, testCase: Case): AnswerAge | null => {
      const cell = cellOf(variant, testCase)
      const start = starts.get(cell)
      if (!storage || !start || runs.get(cell)?.state !== 'done') return null
      const { at, isStored } = start
      return { at, isStored, isStale: start.input !== storage.inputOf(variant, testCase) }
    },
  }
}

const nameOf = (id: number | undefined): string => (id === undefined ? 'new' : String(id))
