import type { LogLevel } from '../config.ts'

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

/** What the operator is told of, a line of JSON each. */
export interface Log {
  warn(message: string, about: About): void
  error(message: string, about: About): void
}

export interface About {
  /** The request's id, as its answer names it. */
  readonly request: string
  readonly endpoint?: string
  readonly error: unknown
}

/**
 * Fastify's own logger makes a child and two listeners for each request, and we write a line for very few of them.
 */
export function createLog(level: LogLevel): Log {
  const least = level === 'silent' ? Number.POSITIVE_INFINITY : levels[level]
  const write = (own: number, msg: string, { request: reqId, endpoint, error }: About) => {
    if (own < least) return
    const line = { level: own, time: new Date().toISOString(), reqId, endpoint, err: shown(error), msg }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
  return {
    warn: (message, about) => write(levels.warn, message, about),
    error: (message, about) => write(levels.error, message, about),
  }
}

/** Causes of causes that are still told. */
const deepest = 5

function shown(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error
  // Codes of systems and databases; what is larger may hold anything, itself too.
  const more = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return {
    ...Object.fromEntries(more),
    type: error.name,
    message,
    stack,
    ...(cause !== undefined && depth < deepest && { cause: shown(cause, depth + 1) }),
  }
}
