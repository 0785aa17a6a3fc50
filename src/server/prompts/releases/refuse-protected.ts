import { Refusal } from '../../../engine/refusal.ts'
import { reasonToRequest } from '../../../engine/release/protection.ts'
import type { Tx } from '../../db/index.ts'
import type { Caller } from '../../http/caller.ts'
import { protectedNamesOn, protectionOf } from './protected-queries.ts'

/** Checks a change of labels, unless an approved release request makes it. */
export async function refuseProtected(tx: Tx, caller: Caller, names: Iterable<string>) {
  for (const name of new Set(names)) {
    const reason = reasonToRequest(caller.role, name, await protectionOf(tx, caller.workspace, name))
    if (reason) throw new Refusal('forbidden', reason)
  }
}

/** Checks the deletion of templates, which also deletes their labels. */
export async function refuseProtectedOn(tx: Tx, caller: Caller, prompts: readonly number[]) {
  await refuseProtected(tx, caller, await protectedNamesOn(tx, caller.workspace, prompts))
}
