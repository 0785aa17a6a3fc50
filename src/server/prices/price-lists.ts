import { createHash } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { leasesEnded } from '../caches/leases.ts'
import type { Context } from '../context.ts'
import type { Store } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockWorkspace } from '../workspaces/index.ts'
import { builtInList } from './catalogue.ts'
import { differenceOf } from './difference.ts'
import { type ListInput, listInput } from './list-input.ts'
import { findListInForce, type ListHeading, selectLists, takeOutOfForce } from './list-queries.ts'
import { presentBuiltIn, presentHeading } from './present-list.ts'

const changedSince = () =>
  new Refusal('conflict', 'is not the digest of this list and the list in force: preview the change again', {
    loc: ['body', 'digest'],
  })

export const priceListHandlers = {
  async listPriceLists({ store, prices }, { caller }) {
    const lists = await selectLists(store.scan, caller.workspace)
    const isBuiltIn = lists.every(({ in_force }) => in_force === 0)
    const imported = lists.map((list) => presentHeading(list))
    return {
      success: true as const,
      price_lists: [presentBuiltIn(await prices.builtIn(), isBuiltIn), ...imported],
    }
  },

  async changePriceList(context, call) {
    const list = await listInput(context, call)
    return {
      success: true as const,
      ...(await changeList(context, call.caller.workspace, list, call.body.digest)),
    }
  },
} satisfies Partial<Handlers>

/** Returns the changes that a list would make. If the call has the digest of that difference, uses the list. */
export async function changeList(
  { store, prices, now }: Pick<Context, 'store' | 'prices' | 'now'>,
  workspace: WorkspaceId,
  list: ListInput,
  confirmedDigest: string | undefined,
) {
  const listInUse = (await findListInForce(store.db, workspace)) ?? null
  const digest = digestOf(listInUse, list.heading)
  if (confirmedDigest !== undefined && confirmedDigest !== digest) throw changedSince()
  const [old, changed] = [await prices.listOf(workspace, listInUse), await list.load()]
  if (!old || !changed) throw changedSince()
  const difference = await differenceOf(old, changed, now())
  const isApplied = confirmedDigest !== undefined
  const newList = isApplied ? await apply(store, workspace, list, digest) : list.heading
  if (isApplied) await leasesEnded()
  const builtIn = await prices.builtIn()
  const present = (list: ListHeading | null, isInForce: boolean) =>
    list ? presentHeading(list, isInForce) : presentBuiltIn(builtIn, isInForce)
  return {
    applied: isApplied,
    digest,
    before: present(listInUse, !isApplied),
    after: present(newList, isApplied),
    ...difference,
  }
}

/** Digest of a list and of the list that it replaces. */
function digestOf(before: ListHeading | null, after: ListHeading | null): string {
  const textOf = (list: ListHeading | null) => list?.digest ?? `built-in ${builtInList.version}`
  return createHash('sha256')
    .update(`${textOf(before)}\n${textOf(after)}`)
    .digest('hex')
}

function apply(store: Store, workspace: WorkspaceId, list: ListInput, digest: string) {
  return store.transact(async (tx) => {
    await lockWorkspace(tx, workspace)
    const listInUse = (await findListInForce(tx, workspace)) ?? null
    if (digestOf(listInUse, list.heading) !== digest) throw changedSince()
    await takeOutOfForce(tx, workspace)
    return list.putInForce(tx)
  })
}
