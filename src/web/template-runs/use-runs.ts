import { useEffect, useRef, useState } from 'react'

import type { Endpoints } from '../../contract/index.ts'
import { type Answer, stream } from '../api/index.ts'

export type RunBody = NonNullable<Endpoints['runTemplate']['example']['body']>
export type RunTool = Answer<'runTemplate'>['tool_calls'][number]

/** A tool call of the model. `ran` is the executed call with its result; null while it is not executed. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly ran: RunTool | null
}

/** Why a call waits; `error_type` is null if it waits for the limits of its provider. */
export interface Wait {
  readonly provider: string
  readonly model: string
  readonly error_type: string | null
  readonly message: string | null
  readonly retry_after_ms: number | null
}

interface Started {
  readonly text: string
  readonly tools: readonly ToolCall[]
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Null while the model is working. */
  readonly wait: Wait | null
}

export type Run =
  | ({ readonly state: 'running' | 'stopped' } & Started)
  | ({ readonly state: 'failed'; readonly error: Error } & Started)
  | { readonly state: 'done'; readonly answer: Answer<'runTemplate'> }

/**
 * Runs templates under keys of the caller. Starting a key again cancels its old run. Unmounting cancels
 * all runs.
 */
export function useRuns() {
  const [runs, setRuns] = useState<ReadonlyMap<string, Run>>(new Map())
  const stops = useRef(new Map<string, AbortController>())
  const show = (key: string, run: Run) => setRuns((before) => new Map(before).set(key, run))
  const [stop] = useState(() => () => {
    for (const controller of stops.current.values()) controller.abort()
  })
  useEffect(() => stop, [stop])

  async function start(key: string, body: RunBody | Promise<RunBody>): Promise<void> {
    stops.current.get(key)?.abort()
    const controller = new AbortController()
    stops.current.set(key, controller)
    let started: Started = { text: '', tools: [], startedAt: performance.now(), wait: null }
    show(key, { state: 'running', ...started })
    const onEvent = (name: string, data: Record<string, unknown>) => {
      started = after(started, name, data)
      show(key, { state: 'running', ...started })
    }
    try {
      const answer = await stream('runTemplate', await body, { onEvent, signal: controller.signal })
      show(key, { state: 'done', answer })
    } catch (error) {
      if (stops.current.get(key) !== controller) return
      if (controller.signal.aborted) show(key, { state: 'stopped', ...started })
      else show(key, { state: 'failed', ...started, error: error as Error })
    } finally {
      if (stops.current.get(key) === controller) stops.current.delete(key)
    }
  }

  return {
    runs,
    start,
    /** Shows ended runs of an earlier visit, except under keys that have a run by now. */
    restore: (ended: ReadonlyMap<string, Run>) => setRuns((before) => new Map([...ended, ...before])),
    stop,
    isRunning: [...runs.values()].some(({ state }) => state === 'running'),
  }
}

/** The state of a run after one more event. */
function after(started: Started, name: string, data: Record<string, unknown>): Started {
  const { text, tools } = started
  if (name === 'waiting') return { ...started, wait: data as unknown as Wait }
  const resumed = { ...started, wait: null }
  if (name === 'resumed') return resumed
  if (name === 'text') return { ...resumed, text: text + String(data['text']) }
  if (name === 'tool_call') {
    const toolCall = data as unknown as Omit<ToolCall, 'ran'>
    return { ...resumed, tools: [...tools, { ...toolCall, ran: null }] }
  }
  const toolResult = data as unknown as RunTool
  return {
    ...resumed,
    tools: tools.map((tool) => (tool.id === toolResult.id ? { ...tool, ran: toolResult } : tool)),
  }
}
