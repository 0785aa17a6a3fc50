import { compileRules, markMasked } from '../../engine/masking/index.ts'
import { leasedSettings } from '../caches/leases.ts'
import type { Store } from '../db/index.ts'
import type { Masker, Masking } from '../masker.ts'
import type { SecretBox } from '../sealing/index.ts'
import { type SealedColumn, sealedFor } from '../secrets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { addCount, selectSettings } from './setting-queries.ts'
import type { StoredRule } from './stored-rules.ts'
import { WorkspaceMasker } from './workspace-masker.ts'

export const keyColumn: SealedColumn = { table: 'masking_settings', column: 'sealed_key' }

export const keyContext = (workspace: WorkspaceId) => sealedFor(keyColumn, workspace, 1)

export const openKey = (secrets: SecretBox, workspace: WorkspaceId, sealed: Uint8Array): Buffer =>
  Buffer.from(secrets.open(sealed, keyContext(workspace)), 'base64')

/** Milliseconds between two writes of the counts. */
const countsInterval = 2_000

type SettingsRow = Awaited<ReturnType<typeof selectSettings>>

export function createMasking(store: Store, secrets: SecretBox, now: () => number): Masking {
  const maskers = leasedSettings((workspace) => selectSettings(store.db, workspace), compile)
  let counts = new Map<WorkspaceId, Map<string, number>>()
  let isFlushScheduled = false
  let writing = Promise.resolve()

  function count(workspace: WorkspaceId, rule: string) {
    const ofWorkspace = counts.get(workspace) ?? new Map<string, number>()
    counts.set(workspace, ofWorkspace)
    ofWorkspace.set(rule, (ofWorkspace.get(rule) ?? 0) + 1)
    if (isFlushScheduled) return
    isFlushScheduled = true
    setTimeout(() => flush().catch(() => {}), countsInterval).unref()
  }

  /** Resolves when all counts up to now are written, including those of a flush that is running. */
  function flush(): Promise<void> {
    isFlushScheduled = false
    const flushedCounts = counts
    counts = new Map()
    const write = async () => {
      const statements = [...flushedCounts].flatMap(([workspace, rules]) =>
        Array.from(rules, ([rule, count]) => addCount(store, { workspace, rule, found: count, now: now() })),
      )
      if (statements.length > 0) await store.append(statements)
    }
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  function compile(workspace: WorkspaceId, row: SettingsRow): Masker | null {
    const rules = row ? (JSON.parse(row.rules) as StoredRule[]) : []
    const isOn = rules.some(({ isOn }) => isOn)
    if (!row?.sealed_key || (!isOn && row.keeps_bodies !== 0)) return null
    return new WorkspaceMasker(
      compileRules(rules),
      row.keeps_bodies !== 0,
      openKey(secrets, workspace, row.sealed_key),
      (index) => count(workspace, rules[index]!.id),
    )
  }

  return {
    maskerOf: maskers,
    async value(workspace, value) {
      const masker = await maskers(workspace)
      return masker ? masker.value(value) : markMasked(value)
    },
    flush,
  }
}
