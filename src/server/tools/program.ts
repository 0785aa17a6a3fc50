import type { Execution } from './version.ts'

export interface Program {
  /** The code for the sandbox, which is the body of a function of `data` and `env`. */
  readonly code: string
  /** Number of lines before the tool's own code, to correct the line numbers of errors. */
  readonly linesBefore: number
}

/** Makes a program of a tool's code, which is the body of a function of `args`. */
export function programOf({ language, code }: Execution): Program {
  return language === 'javascript'
    ? { code: `return (async function (args) {${code}\n})(data)`, linesBefore: 0 }
    : { code: `args = data\n${code}`, linesBefore: 1 }
}
