import { useRef, useState } from 'react'
import { type Answer, stream } from '../api/index.ts'
import { type Case, draftOf, type Variant } from './variant.ts'

export type Run =
  | { readonly state: 'running'; readonly text: string }
  | { readonly state: 'done'; readonly answer: Answer<'runTemplate'> }
  | { readonly state: 'failed'; readonly text: string; readonly error: Error }
  | { readonly state: 'stopped'; readonly text: string }

export const cellOf = (variant: string, one: string): string => `${variant} ${one}`

/** What each variant answers to each case; a run that is started again ends the one before. */
export function useRuns() {
  const [runs, setRuns] = useState<ReadonlyMap<string, Run>>(new Map())
  const stops = useRef(new Map<string, AbortController>())
  const show = (cell: string, run: Run) => setRuns((before) => new Map(before).set(cell, run))

  async function start(variant: Variant, one: Case): Promise<void> {
    const cell = cellOf(variant.id, one.id)
    stops.current.get(cell)?.abort()
    const stop = new AbortController()
    stops.current.set(cell, stop)
    let text = ''
    show(cell, { state: 'running', text })
    const onEvent = (name: string, data: Record<string, unknown>) => {
      if (name !== 'text') return
      text += String(data['text'])
      show(cell, { state: 'running', text })
    }
    const body = { draft: draftOf(variant), input_variables: one.values, tags: ['playground'] }
    try {
      const answer = await stream('runTemplate', body, { onEvent, signal: stop.signal })
      show(cell, { state: 'done', answer })
    } catch (error) {
      if (stops.current.get(cell) !== stop) return
      if (stop.signal.aborted) show(cell, { state: 'stopped', text })
      else show(cell, { state: 'failed', text, error: error as Error })
    } finally {
      if (stops.current.get(cell) === stop) stops.current.delete(cell)
    }
  }

  return {
    runs,
    start,
    stop: () => {
      for (const one of stops.current.values()) one.abort()
    },
    isRunning: [...runs.values()].some(({ state }) => state === 'running'),
  }
}
