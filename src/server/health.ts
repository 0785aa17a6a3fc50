import { statfs } from 'node:fs/promises'
import type { Context } from './context.ts'
import { leastFree } from './db/index.ts'

/** Milliseconds for which a result is reused. */
const reuse = 1_000
/** Milliseconds for storage to answer. */
const deadline = 1_000

/** Reasons why the server cannot work, as sentences; empty: it can. */
export type Health = () => Promise<readonly string[]>

export function createHealth({ store, config: { folder } }: Pick<Context, 'store' | 'config'>): Health {
  let known: { readonly at: number; readonly reasons: Promise<readonly string[]> } | null = null

  async function check(): Promise<readonly string[]> {
    const found = await Promise.all([withDeadline(store.trouble()), diskTrouble(folder)])
    return found.filter((reason) => reason !== null)
  }

  return () => {
    const now = performance.now()
    if (!known || now - known.at > reuse) known = { at: now, reasons: check() }
    return known.reasons
  }
}

function withDeadline(trouble: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`Storage has not answered for ${deadline / 1_000} s.`), deadline)
  return Promise.race([trouble, promise]).finally(() => clearTimeout(timer))
}

async function diskTrouble(folder: string): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFree ? `The disk of the data folder ${folder} is full.` : null
  } catch (error) {
    return `The data folder ${folder} cannot be used: ${(error as Error).message}.`
  }
}
