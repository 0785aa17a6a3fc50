/** Masking rules of a workspace. They are applied to all logged content before it is stored. */

import { randomBytes } from 'node:crypto'
import { mayDo } from '../../contract/index.ts'
import { leasesEnded } from '../caches/leases.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { requireRevision, revisionOf } from '../http/revision.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockWorkspace } from '../workspaces/index.ts'
import { keyContext, openKey } from './create-masking.ts'
import { dryRun } from './dry-run.ts'
import { deleteCountsExcept, putSettings, selectCounts, selectSettings } from './setting-queries.ts'
import { checkedRules, type NewRule, ruleOf, type StoredRule } from './stored-rules.ts'
import { WorkspaceMasker } from './workspace-masker.ts'

export { createMasking, keyColumn } from './create-masking.ts'

const keyBytes = 32

export const maskingHandlers = {
  async readMasking({ store, masking }, { caller: { workspace } }) {
    await masking.flush()
    return present(store.db, workspace)
  },

  async changeMasking({ store, secrets, masking, now }, { caller: { workspace }, body }) {
    checkedRules(body.rules.map(ruleOf))
    await masking.flush()
    const saved = await store.transact(async (tx) => {
      await lockWorkspace(tx, workspace)
      const storedSettings = await selectSettings(tx, workspace)
      requireRevision(settingsRevision(storedSettings), body.base_revision)
      const storedRules = storedSettings ? (JSON.parse(storedSettings.rules) as StoredRule[]) : []
      const rules = body.rules.map((rule) => storedRule(rule, storedRules, now()))
      const key = storedSettings?.sealed_key ?? newSealedKey(secrets, workspace)
      await putSettings(
        tx,
        workspace,
        { rules: JSON.stringify(rules), keeps_bodies: body.keeps_bodies ? 1 : 0, sealed_key: key },
        now(),
      )
      await deleteCountsExcept(
        tx,
        workspace,
        rules.map(({ id }) => id),
      )
      return present(tx, workspace)
    })
    await leasesEnded()
    return saved
  },

  async dryRunMasking(context, { caller, body }) {
    return dryRun(context.store, caller.workspace, body, await trialKey(context, caller))
  },

  async testMasking(context, { caller, body: { rules, text } }) {
    const compiled = checkedRules(rules.map(ruleOf))
    const counts = rules.map(() => 0)
    const masking = new WorkspaceMasker(compiled, true, await trialKey(context, caller), () => {})
    const masked = await masking.value(text, { onMatch: (index) => counts[index]!++ })
    return {
      success: true as const,
      text: masked,
      found: rules.map(({ name }, index) => ({ name, count: counts[index]! })),
    }
  },
} satisfies Partial<Handlers>

const newSealedKey = (secrets: Context['secrets'], workspace: WorkspaceId) =>
  secrets.seal(randomBytes(keyBytes).toString('base64'), keyContext(workspace))

/**
 * The key of pseudonyms for trying rules: the key of the workspace for callers who may log texts, and so can see
 * their pseudonyms anyway. A viewer gets a random key, because real pseudonyms would reveal values by trying.
 */
async function trialKey({ store, secrets, now }: Context, { workspace, role }: Caller): Promise<Buffer> {
  if (!mayDo(role, 'contributor')) return randomBytes(keyBytes)
  const stored = await selectSettings(store.db, workspace)
  const sealed =
    stored?.sealed_key ??
    (await store.transact(async (tx) => {
      await lockWorkspace(tx, workspace)
      const settings = await selectSettings(tx, workspace)
      if (settings?.sealed_key) return settings.sealed_key
      const sealed_key = newSealedKey(secrets, workspace)
      await putSettings(tx, workspace, { rules: '[]', keeps_bodies: 1, ...settings, sealed_key }, now())
      return sealed_key
    }))
  return openKey(secrets, workspace, sealed)
}

/** Makes the stored form of a rule. A rule whose target is unchanged keeps its id, and so its count. */
function storedRule(rule: NewRule, storedRules: readonly StoredRule[], now: number): StoredRule {
  const earlierRule = storedRules.find(
    ({ id, target }) => id === rule.id && JSON.stringify(target) === JSON.stringify(rule.target),
  )
  return {
    ...ruleOf(rule),
    id: earlierRule?.id ?? randomBytes(6).toString('hex'),
    since: earlierRule?.since ?? now,
  }
}

async function present(db: Database | Tx, workspace: WorkspaceId) {
  const row = await selectSettings(db, workspace)
  const rules = row ? (JSON.parse(row.rules) as StoredRule[]) : []
  const counts = new Map((await selectCounts(db, workspace)).map((count) => [count.rule_id, count]))
  return {
    success: true as const,
    rules: rules.map(({ id, name, isOn, action, target, since }) => {
      const count = counts.get(id)
      return {
        id,
        name,
        is_on: isOn,
        action,
        target,
        found: count?.found ?? 0,
        since: new Date(since).toISOString(),
        last_found: count ? new Date(count.last_at).toISOString() : null,
      }
    }),
    keeps_bodies: row?.keeps_bodies !== 0,
    revision: settingsRevision(row),
  }
}

const settingsRevision = (row: { readonly rules: string; readonly keeps_bodies: number } | undefined) =>
  revisionOf([row?.rules ?? '[]', row?.keeps_bodies !== 0])
