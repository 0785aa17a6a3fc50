export interface ChosenRequests {
  /** The id of a prompt, or nothing. */
  readonly prompt: string
  /** How many days back, or nothing. */
  readonly days: string
}

/** Of any prompt, in the last week. */
export const firstChoice: ChosenRequests = { prompt: '', days: '7' }

const dayMilliseconds = 86_400_000

/** What is chosen, as the request log is asked. */
export function filterOf({ prompt, days }: ChosenRequests, now: number) {
  const since = new Date(now - Number(days) * dayMilliseconds).toISOString()
  return {
    logic: 'AND' as const,
    filters: [
      ...(prompt === ''
        ? []
        : [{ field: 'prompt_id' as const, operator: 'is' as const, value: Number(prompt) }]),
      ...(days === ''
        ? []
        : [{ field: 'request_start_time' as const, operator: 'after' as const, value: since }]),
    ],
  }
}
