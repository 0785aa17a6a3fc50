import { useEffect, useState } from 'react'
import { providerName } from '../design/index.ts'
import { LoaderCircle } from '../icons/index.ts'
import type { Wait } from './use-runs.ts'

interface Props {
  readonly hasText: boolean
  readonly startedAt: number
  readonly wait: Wait | null
}

/** The call that a run waits for, and the seconds since the run began. */
export function RunningNote({ hasText, startedAt, wait }: Props) {
  const seconds = useSeconds(startedAt)
  const state = wait ? waitText(wait) : hasText ? 'Writing…' : 'Waiting for the model…'
  return (
    <p className="flex items-start gap-1.5 text-small text-ink-faint" role={wait ? 'status' : undefined}>
      <LoaderCircle className="mt-0.5 size-3.5 shrink-0 motion-safe:animate-spin" aria-hidden />
      <span className={wait ? 'text-warning' : undefined}>{state}</span>
      {seconds >= longSeconds && (
        <span className="shrink-0 tabular-nums" aria-hidden>
          {seconds} s
        </span>
      )}
    </p>
  )
}

/** The time is shown after this number of seconds, because most answers begin sooner. */
const longSeconds = 3

function waitText({ provider: id, model, error_type: type, message, retry_after_ms: delay }: Wait): string {
  const provider = providerName(id)
  const next = delay === null ? 'Galley tries again' : `Galley tries again in ${secondsText(delay)}`
  if (type === null) return `The limits of ${provider} for ${model} are reached. The call waits for its turn.`
  if (type === 'PROVIDER_RATE_LIMIT')
    return `${provider} refused the call: the rate limit of ${model} is reached. ${next}.`
  return `${next}. ${provider} failed: ${message ?? type}`
}

const secondsText = (milliseconds: number) => `${Math.max(1, Math.round(milliseconds / 1_000))} s`

function useSeconds(startedAt: number): number {
  const [seconds, setSeconds] = useState(() => secondsSince(startedAt))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(startedAt)), 1_000)
    return () => clearInterval(timer)
  }, [startedAt])
  return seconds
}

const secondsSince = (startedAt: number) => Math.floor((performance.now() - startedAt) / 1_000)
