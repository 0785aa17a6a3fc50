import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { maxPriceListBytes } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'
import type { GuardedFetch } from '../edge/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type ListInput, listAt, readListInput } from './list-input.ts'
import { changeList } from './price-lists.ts'
import { createPricer } from './pricer.ts'

interface Dependencies {
  readonly store: Store
  readonly guardedFetch: GuardedFetch
  readonly now: () => number
}

type Difference = Awaited<ReturnType<typeof changeList>>

/**
 * Runs `galley prices import`: computes the difference to the list of a file or an https URL, and uses that list if
 * `confirm` agrees. A list without a difference is used too, because prices may differ at other times.
 */
export async function importPriceList(
  { guardedFetch, ...dependencies }: Dependencies,
  workspace: WorkspaceId,
  source: string,
  confirm: (difference: Difference) => Promise<boolean>,
): Promise<Difference> {
  const list = await readSource({ ...dependencies, guardedFetch }, workspace, source)
  const context = { ...dependencies, prices: createPricer(dependencies.store, dependencies.now) }
  const difference = await changeList(context, workspace, list, undefined)
  if (!(await confirm(difference))) return difference
  return changeList(context, workspace, list, difference.digest)
}

/** Reads a file or URL. @throws Refusal 'bad_request' that names it. */
async function readSource(
  dependencies: Dependencies,
  workspace: WorkspaceId,
  source: string,
): Promise<ListInput> {
  try {
    const list = /^[a-z]+:\/\//i.test(source)
      ? await listAt(dependencies.guardedFetch, source)
      : await fileAt(source)
    return await readListInput(dependencies, { workspace, name: 'galley prices import' }, list)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('bad_request', `${source}: ${error.message}`)
    throw error
  }
}

async function fileAt(path: string) {
  try {
    if ((await stat(path)).size > maxPriceListBytes)
      throw new Refusal('bad_request', `The file is larger than ${maxPriceListBytes} bytes.`)
    const file = { field: 'file_content_base64', source: 'file', name: basename(path), url: null } as const
    return { ...file, bytes: await readFile(path) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('bad_request', `The file cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
