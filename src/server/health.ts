import { statfs } from 'node:fs/promises'
import type { Context } from './context.ts'
import { minFreeBytes } from './db/index.ts'

/** Milliseconds for which a result is cached. */
const cacheMilliseconds = 1_000
/** Milliseconds in which storage must answer. */
const deadline = 1_000

/** Returns the reasons why the server cannot work, as sentences; an empty list means that it works. */
export type Health = () => Promise<readonly string[]>

export function createHealth({ store, config: { folder } }: Pick<Context, 'store' | 'config'>): Health {
  let latest: { readonly at: number; readonly reasons: Promise<readonly string[]> } | null = null

  async function check(): Promise<readonly string[]> {
    const late = `Storage has not answered for ${deadline / 1_000} s.`
    const reasons = await Promise.all([withDeadline(store.problem(), late), diskProblem(folder)])
    return reasons.filter((reason) => reason !== null)
  }

  return () => {
    const now = performance.now()
    if (!latest || now - latest.at > cacheMilliseconds) latest = { at: now, reasons: check() }
    return latest.reasons
  }
}

/** Returns the answer of storage, or `late` if the answer takes longer than a second. */
export function withDeadline<T, Late>(answer: Promise<T>, late: Late): Promise<T | Late> {
  const { promise, resolve } = Promise.withResolvers<Late>()
  const timer = setTimeout(() => resolve(late), deadline)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

async function diskProblem(folder: string): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < minFreeBytes ? `The disk of the data folder ${folder} is full.` : null
  } catch (error) {
    return `The data folder ${folder} cannot be used: ${(error as Error).message}.`
  }
}
