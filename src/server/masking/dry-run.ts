import type { Body, Endpoints, SuccessBody } from '../../contract/index.ts'
import { requestProfile } from '../../engine/masking/index.ts'
import { readBodyOrNull } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findPayloads, newestIds } from './dry-run-queries.ts'
import { checkedRules, ruleOf } from './stored-rules.ts'
import { WorkspaceMasker } from './workspace-masker.ts'

const maxRequests = 1_000
const maxSamples = 20
const maxSamplesOfRule = 4
/** Requests whose bodies are in memory at once. */
const batch = 20
/** Milliseconds after which a dry run stops. Its result says how many requests it read. */
const timeLimit = 15_000
/** Characters that a sample shows before and after a value. */
const sampleContext = 40

type Sample = SuccessBody<Endpoints['dryRunMasking']>['samples'][number]

/** Applies rules to the newest requests without changing them. */
export async function dryRun(
  store: Store,
  workspace: WorkspaceId,
  { rules }: Body<Endpoints['dryRunMasking']>,
  key: Buffer,
) {
  const compiled = checkedRules(rules.map(ruleOf))
  const masker = new WorkspaceMasker(compiled, true, key, () => {})
  const counts = rules.map(() => ({ found: 0, requests: 0, samples: 0 }))
  const samples: Sample[] = []
  const ids = await newestIds(store.scan, workspace, maxRequests)
  const deadline = performance.now() + timeLimit
  let readCount = 0
  for (let start = 0; start < ids.length && performance.now() < deadline; start += batch)
    for (const stored of await findPayloads(store.scan, workspace, ids.slice(start, start + batch))) {
      const { request_id } = stored
      const original = await readBodyOrNull(store, workspace, stored)
      if (!original) continue
      const matchedRules = new Set<number>()
      await masker.json(original.toString('utf8'), {
        profile: requestProfile,
        onMatch(index, text, { from, to }, masked) {
          const count = counts[index]!
          count.found++
          matchedRules.add(index)
          if (count.samples >= maxSamplesOfRule || samples.length >= maxSamples) return
          count.samples++
          const before = text.slice(Math.max(0, from - sampleContext), from)
          const after = text.slice(to, to + sampleContext)
          samples.push({ rule: rules[index]!.name, request_id, before, masked, after })
        },
      })
      for (const index of matchedRules) counts[index]!.requests++
      readCount++
      if (performance.now() > deadline) break
    }
  return {
    success: true as const,
    requests: readCount,
    is_complete: readCount === ids.length,
    by_rule: rules.map(({ name }, index) => ({
      name,
      found: counts[index]!.found,
      requests: counts[index]!.requests,
    })),
    samples,
  }
}
