/** A version of a prompt of the registry. */
export interface PromptVersion {
  readonly promptId: number
  readonly version: number
}

/** The prompt version that a cell's answer stores; absent in answers that earlier releases stored. */
export interface StoredPromptVersion {
  readonly prompt_id?: number | undefined
  readonly prompt_version_number?: number | undefined
}

export function storedVersion(metrics: StoredPromptVersion | null | undefined): PromptVersion | null {
  const { prompt_id: promptId, prompt_version_number: version } = metrics ?? {}
  return promptId === undefined || version === undefined ? null : { promptId, version }
}

/** True if an answer is known to be of another version of the same prompt than the current one. */
export const isOfOtherVersion = (used: PromptVersion | null, current: PromptVersion | null): boolean =>
  used !== null && current !== null && used.promptId === current.promptId && used.version !== current.version
