export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

/** The operator's log: one JSON line per entry. */
export interface Log {
  warn(message: string, about: LogContext): void
  error(message: string, about: LogContext): void
}

export interface LogContext {
  /** Request id, as in the response. */
  readonly request?: string
  readonly endpoint?: string
  readonly error: unknown
}

/** Replaces Fastify's logger, which creates a child and two listeners per request. */
export function createLog(level: LogLevel): Log {
  const minLevel = level === 'silent' ? Number.POSITIVE_INFINITY : levels[level]
  const write = (level: number, msg: string, { request: reqId, endpoint, error }: LogContext) => {
    if (level >= minLevel) writeLine(level, msg, { reqId, endpoint, err: describeError(error) })
  }
  return {
    warn: (message, about) => write(levels.warn, message, about),
    error: (message, about) => write(levels.error, message, about),
  }
}

/** True if a person reads the output; otherwise every line is JSON, and secrets are not printed. */
export const isTerminal = (): boolean => process.stdout.isTTY === true

/** Keeps the server running when a line cannot be written: the disk of the log is full, or its reader has ended. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** Prints a message about the start or the stop of the server. */
export function announce(text: string): void {
  if (isTerminal()) console.log(text)
  else writeLine(levels.info, text.trim().replace(/\s+/g, ' '), {})
}

/** Logs an error that belongs to no call. */
export function reportError(error: unknown): void {
  if (isTerminal()) console.error(error)
  else writeLine(levels.error, 'Work in the background failed.', { err: describeError(error) })
}

function writeLine(level: number, msg: string, more: object): void {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...more, msg })}\n`)
}

/** Maximum causes of an error in one line. */
const maxCauses = 5

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error
  // Copies only texts and numbers, such as error codes of databases; objects may be large or circular.
  const more = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return {
    ...Object.fromEntries(more),
    type: error.name,
    message,
    stack,
    ...(cause !== undefined && depth < maxCauses && { cause: describeError(cause, depth + 1) }),
  }
}
