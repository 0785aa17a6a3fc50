/** A version of a prompt. */
export interface PromptVersion {
  readonly promptId: number
  readonly version: number
}

/** The prompt that the config of a column names. */
export interface NamedPrompt {
  readonly identifier: string
  readonly version?: number
  readonly label?: string
}

/** The prompt of a column's config; null if the config has its prompt in itself. */
export function namedPrompt(config: Readonly<Record<string, unknown>>): NamedPrompt | null {
  const template = config['template'] as Readonly<Record<string, unknown>> | null | undefined
  const identifier = template?.['id'] ?? template?.['name']
  if (typeof identifier !== 'string' && typeof identifier !== 'number') return null
  const { version_number: version, label } = template!
  return {
    identifier: String(identifier),
    ...(typeof version === 'number' && { version }),
    ...(typeof label === 'string' && { label }),
  }
}

/** Whether another version of the same prompt would answer now. */
export const isOfOtherVersion = (made: PromptVersion | null, current: PromptVersion): boolean =>
  made !== null && made.promptId === current.promptId && made.version !== current.version
