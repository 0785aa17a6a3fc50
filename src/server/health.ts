import { statfs } from 'node:fs/promises'
import type { Context } from './context.ts'
import { leastFree } from './db/index.ts'

/** Milliseconds that an answer holds: probes may come often, and from many. */
const holds = 1_000
/** Milliseconds after which storage counts as silent. */
const patience = 2_000

/** Reasons, as sentences, for which this server cannot do its work now; none when it can. */
export type Health = () => Promise<readonly string[]>

export function createHealth({ store, config: { folder } }: Pick<Context, 'store' | 'config'>): Health {
  let known: { readonly at: number; readonly reasons: Promise<readonly string[]> } | null = null

  async function look(): Promise<readonly string[]> {
    const found = await Promise.all([inTime(store.trouble()), diskTrouble(folder)])
    return found.filter((reason) => reason !== null)
  }

  return () => {
    const now = performance.now()
    if (!known || now - known.at > holds) known = { at: now, reasons: look() }
    return known.reasons
  }
}

function inTime(trouble: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`Storage has not answered for ${patience / 1_000} s.`), patience)
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
