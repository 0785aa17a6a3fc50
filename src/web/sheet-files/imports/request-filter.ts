export interface ChosenRequests {
  /** The prompt of the requests; null: requests with and without a prompt. */
  readonly prompt: { readonly id: number; readonly name: string } | null
  /** How many days back requests are imported; empty: all. */
  readonly days: string
}

/** The default choice: requests with and without a prompt in the last week. */
export const firstChoice: ChosenRequests = { prompt: null, days: '7' }

const dayMilliseconds = 86_400_000

/** The choice as a search of the request log. */
export function filterOf({ prompt, days }: ChosenRequests, now: number) {
  const since = new Date(now - Number(days) * dayMilliseconds).toISOString()
  return {
    logic: 'AND' as const,
    filters: [
      ...(prompt === null
        ? []
        : [{ field: 'prompt_id' as const, operator: 'is' as const, value: prompt.id }]),
      ...(days === ''
        ? []
        : [{ field: 'request_start_time' as const, operator: 'after' as const, value: since }]),
    ],
  }
}
