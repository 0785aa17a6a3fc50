import { createInterface } from 'node:readline/promises'
import type { Config } from '../config/config.ts'
import type { Store } from '../db/index.ts'
import { lazyGuardedFetch } from '../edge/index.ts'
import { importPriceList } from '../prices/index.ts'
import { namedWorkspace, workspaceOfKey } from '../workspaces/index.ts'

interface ImportCommand {
  readonly argument: string
  readonly workspace: number
  /** Empty if the line names the workspace by its id. */
  readonly apiKey: string
  readonly yes: boolean
}

/** Prints the difference, then asks whether to import. Without a terminal, only `--yes` agrees. */
export async function importPrices(
  store: Store,
  config: Config,
  { argument, workspace, apiKey, yes }: ImportCommand,
) {
  const id = await (apiKey ? workspaceOfKey(store, apiKey) : namedWorkspace(store, workspace))
  const guardedFetch = lazyGuardedFetch({ allow: config.outboundAllow })
  return importPriceList({ store, guardedFetch, now: Date.now }, id, argument, async (difference) => {
    if (yes || !process.stdin.isTTY) return yes
    console.error(JSON.stringify(difference, null, 2))
    return agrees('Put this price list in force? [y/N] ')
  })
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
