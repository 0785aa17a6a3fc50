/** A version of a prompt of the registry. */
export interface PromptVersion {
  readonly promptId: number
  readonly version: number
}

/** The prompt version that a cell's answer stores; absent in answers from before it was stored. */
export interface StoredPromptVersion {
  readonly prompt_id?: number | undefined
  readonly prompt_version_number?: number | undefined
}

export function storedVersion(metrics: StoredPromptVersion | null | undefined): PromptVersion | null {
  const { prompt_id: promptId, prompt_version_number: version } = metrics ?? {}
  return promptId === undefined || version === undefined ? null : { promptId, version }
}

/** True if an answer is known to be of another version of the same prompt than the current one. */
export const isOfOtherVersion = (made: PromptVersion | null, current: PromptVersion | null): boolean =>
  made !== null && current !== null && made.promptId === current.promptId && made.version !== current.version
