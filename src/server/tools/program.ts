import type { Execution } from './version.ts'

export interface Program {
  /** Code for the sandbox: the body of a function of `data` and `env`. */
  readonly code: string
  /** Lines before the tool's own code, for line numbers in errors. */
  readonly linesBefore: number
}

/** A tool's code is the body of a function of `args`. */
export function programOf({ language, code }: Execution): Program {
  return language === 'javascript'
    ? { code: `return (async function (args) {${code}\n})(data)`, linesBefore: 0 }
    : { code: `args = data\n${code}`, linesBefore: 1 }
}
