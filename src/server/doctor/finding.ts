export interface Finding {
  readonly subject: string
  /** `fails`: Galley does not start or does not work. `limited`: Galley works with fewer features. */
  readonly state: 'good' | 'limited' | 'fails'
  readonly message: string
  readonly remedy: string | null
}

export const goodFinding = (subject: string, message: string): Finding => ({
  subject,
  state: 'good',
  message,
  remedy: null,
})

export const limitedFinding = (subject: string, message: string, remedy: string): Finding => ({
  subject,
  state: 'limited',
  message,
  remedy,
})

export const failedFinding = (subject: string, message: string, remedy: string): Finding => ({
  subject,
  state: 'fails',
  message,
  remedy,
})

const marks = { good: 'ok     ', limited: 'limited', fails: 'FAILS  ' } as const

export const printFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ subject, state, message, remedy }) => {
      const line = `${marks[state]}  ${subject}: ${message}`
      return remedy ? `${line}\n         ${remedy}` : line
    })
    .join('\n')
