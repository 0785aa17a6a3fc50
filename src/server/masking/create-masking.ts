import { compileRules, markMasked } from '../../engine/masking/index.ts'
import type { Store } from '../db/index.ts'
import type { SecretBox } from '../edge/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { Masker, Masking } from '../masker.ts'
import { type SealedColumn, sealedFor } from '../secrets/index.ts'
import { addCount, selectSettings } from './setting-queries.ts'
import type { StoredRule } from './stored-rules.ts'
import { WorkspaceMasker } from './workspace-masker.ts'

export const keyColumn: SealedColumn = { table: 'masking_settings', column: 'sealed_key' }

export const keyContext = (workspace: WorkspaceId) => sealedFor(keyColumn, workspace, 1)

/** Milliseconds until this process applies rules that another process changed. */
const cacheMilliseconds = 2_000
/** Milliseconds between two writes of the counts. */
const countsEvery = 2_000
const maxWorkspaces = 1_000

interface CachedMasker {
  readonly masker: Masker | null
  readonly until: number
}

export function createMasking(store: Store, secrets: SecretBox, now: () => number): Masking {
  const cache = new Map<WorkspaceId, CachedMasker>()
  const reading = new Map<WorkspaceId, Promise<Masker | null>>()
  let counts = new Map<WorkspaceId, Map<string, number>>()
  let isFlushing = false
  let changes = 0
  let writing = Promise.resolve()

  function count(workspace: WorkspaceId, rule: string) {
    const ofWorkspace = counts.get(workspace) ?? new Map<string, number>()
    counts.set(workspace, ofWorkspace)
    ofWorkspace.set(rule, (ofWorkspace.get(rule) ?? 0) + 1)
    if (isFlushing) return
    isFlushing = true
    setTimeout(() => flush().catch(() => {}), countsEvery).unref()
  }

  /** Resolves when all counts up to now are written, including those of a flush that is running. */
  function flush(): Promise<void> {
    isFlushing = false
    const flushedCounts = counts
    counts = new Map()
    const write = async () => {
      const statements = [...flushedCounts].flatMap(([workspace, rules]) =>
        Array.from(rules, ([rule, found]) => addCount(store, { workspace, rule, found, now: now() })),
      )
      if (statements.length > 0) await store.append(statements)
    }
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  async function read(workspace: WorkspaceId): Promise<Masker | null> {
    const changesAtStart = changes
    const row = await selectSettings(store.db, workspace)
    const rules = row ? (JSON.parse(row.rules) as StoredRule[]) : []
    const isOn = rules.some(({ isOn }) => isOn)
    const masker =
      row?.sealed_key && (isOn || row.keeps_bodies === 0)
        ? new WorkspaceMasker(
            compileRules(rules),
            row.keeps_bodies !== 0,
            Buffer.from(secrets.open(row.sealed_key, keyContext(workspace)), 'base64'),
            (index) => count(workspace, rules[index]!.id),
          )
        : null
    // Reads the rules again if they changed during the read.
    if (changesAtStart !== changes) return read(workspace)
    const [oldest] = cache.keys()
    if (cache.size >= maxWorkspaces && oldest !== undefined) cache.delete(oldest)
    cache.delete(workspace)
    cache.set(workspace, { masker, until: performance.now() + cacheMilliseconds })
    return masker
  }

  function of(workspace: WorkspaceId) {
    const cached = cache.get(workspace)
    if (cached && cached.until > performance.now()) return cached.masker
    const pending = reading.get(workspace)
    if (pending) return pending
    const started = read(workspace).finally(() => {
      if (reading.get(workspace) === started) reading.delete(workspace)
    })
    reading.set(workspace, started)
    return started
  }

  return {
    of,
    async value(workspace, value) {
      const masker = await of(workspace)
      return masker ? masker.value(value) : markMasked(value)
    },
    flush,
    forget(workspace) {
      changes++
      cache.delete(workspace)
      reading.delete(workspace)
    },
  }
}
