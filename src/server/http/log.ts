import type { LogLevel } from '../config.ts'

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

/** The operator's log: one JSON line per entry. */
export interface Log {
  warn(message: string, about: About): void
  error(message: string, about: About): void
}

export interface About {
  /** Request id, as in the response. */
  readonly request: string
  readonly endpoint?: string
  readonly error: unknown
}

/** Replaces Fastify's logger, which creates a child and two listeners per request. */
export function createLog(level: LogLevel): Log {
  const minLevel = level === 'silent' ? Number.POSITIVE_INFINITY : levels[level]
  const write = (own: number, msg: string, { request: reqId, endpoint, error }: About) => {
    if (own < minLevel) return
    const line = {
      level: own,
      time: new Date().toISOString(),
      reqId,
      endpoint,
      err: describeError(error),
      msg,
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
  return {
    warn: (message, about) => write(levels.warn, message, about),
    error: (message, about) => write(levels.error, message, about),
  }
}

/** Levels of causes in a line. */
const maxCauses = 5

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error
  // Error codes of systems and databases; objects may be large or circular.
  const more = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return {
    ...Object.fromEntries(more),
    type: error.name,
    message,
    stack,
    ...(cause !== undefined && depth < maxCauses && { cause: describeError(cause, depth + 1) }),
  }
}
