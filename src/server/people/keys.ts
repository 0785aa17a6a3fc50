import { Refusal } from '../../engine/refusal.ts'
import { nameOf } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { makeKey, revokeOwnKey, selectLiveKeys } from '../workspaces/index.ts'

export const keyHandlers = {
  async listKeys({ store }, { caller }) {
    const rows = await selectLiveKeys(store.db, caller.workspace)
    return { success: true as const, api_keys: rows.map(present) }
  },

  async createApiKey({ store, now }, { caller, body }) {
    const facts = { name: body.name, role: body.role, createdBy: nameOf(caller.actor) }
    const { id, key } = await store.transact((tx) => makeKey(store, tx, caller.workspace, facts, now()))
    const row = (await selectLiveKeys(store.db, caller.workspace)).find((one) => one.id === id)!
    return { success: true as const, api_key: present(row), key }
  },

  async revokeApiKey({ store, now }, { caller, params, query }) {
    const { actor } = caller
    if (actor.kind === 'key' && actor.id === params.api_key_id && !query.confirm)
      throw new Refusal('bad_request', 'confirm: this key makes the call; send confirm=true to end it.')
    const count = await store.transact((tx) => revokeOwnKey(tx, params.api_key_id, now(), caller.workspace))
    if (count === 0) throw new Refusal('not_found', 'There is no such key.')
    return { success: true as const }
  },
} satisfies Partial<Handlers>

type Row = Awaited<ReturnType<typeof selectLiveKeys>>[number]

const present = (row: Row) => ({
  id: row.id,
  name: row.name,
  ends_with: row.suffix,
  role: row.role,
  created_by: row.created_by,
  created_at: isoTime(row.created_at),
  last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
})
