import { mayDo, type Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { type Actor, nameOf } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { makeKey, revokeOwnKey, selectLiveKeys, setKeyRate, transactOnKeys } from '../workspaces/index.ts'
import { lockMembership } from './queries.ts'

export const keyHandlers = {
  async listKeys({ store }, { caller }) {
    const rows = await selectLiveKeys(store.db, caller.workspace)
    return { success: true as const, api_keys: rows.map(present) }
  },

  async createApiKey({ store, now }, { caller, body }) {
    const { workspace } = caller
    const facts = {
      name: body.name,
      role: body.role,
      createdBy: nameOf(caller.actor),
      requestsPerMinute: body.requests_per_minute,
      owner: body.personal ? ownerOf(caller.actor) : null,
    }
    return store.transact(async (tx) => {
      const { id, key } = await makeKey(store, tx, workspace, facts, now())
      // The person may have been removed or demoted since the call began; their other keys have ended by now.
      if (facts.owner !== null && !coversRole(await lockMembership(tx, workspace, facts.owner), facts.role))
        throw new Refusal('forbidden', 'Your role in this workspace does not allow this key.')
      const row = (await selectLiveKeys(tx, workspace)).find((apiKey) => apiKey.id === id)!
      return { success: true as const, api_key: present(row), key }
    })
  },

  async updateApiKey({ store }, { caller, params, body }) {
    const { workspace } = caller
    const { requests_per_minute: rate } = body
    const row = await transactOnKeys(store, async (tx) => {
      if ((await setKeyRate(tx, workspace, params.api_key_id, rate)) === 0) throw absent()
      return (await selectLiveKeys(tx, workspace)).find(({ id }) => id === params.api_key_id)!
    })
    return { success: true as const, api_key: present(row) }
  },

  async revokeApiKey({ store, now }, { caller, params, query }) {
    const { actor } = caller
    if (actor.kind === 'key' && actor.id === params.api_key_id && !query.confirm)
      throw new Refusal('bad_request', 'confirm: the call uses this key; send confirm=true to revoke it.')
    const count = await transactOnKeys(store, (tx) =>
      revokeOwnKey(tx, params.api_key_id, now(), caller.workspace),
    )
    if (count === 0) throw absent()
    return { success: true as const }
  },
} satisfies Partial<Handlers>

const coversRole = (own: Role | undefined, role: Role): boolean => own !== undefined && mayDo(own, role)

const absent = () => new Refusal('not_found', 'There is no such key.')

function ownerOf(actor: Actor): string {
  if (actor.kind === 'person') return actor.id
  throw new Refusal('invalid', 'only a person can create a personal key', { loc: ['body', 'personal'] })
}

type Row = Awaited<ReturnType<typeof selectLiveKeys>>[number]

const present = (row: Row) => ({
  id: row.id,
  name: row.name,
  ends_with: row.suffix,
  role: row.role,
  created_by: row.created_by,
  created_at: isoTime(row.created_at),
  last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
  requests_per_minute: row.requests_per_minute,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
})
