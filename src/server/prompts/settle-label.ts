import { chooseSplit } from '../../engine/template/traffic/index.ts'
import { onceThere, type Store } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { Selector } from './find-prompt.ts'
import { type ReadCaches, readKey } from './read-loaded.ts'
import { loadTraffic, type Traffic } from './traffic.ts'

/**
 * Puts the version that a dynamic label has for this reader in the place of the label. It comes before any
 * cache of what is served, so those know versions only and give no reader what another one got.
 */
export function settleLabel(
  store: Store,
  caches: ReadCaches,
  caller: Caller,
  identifier: string,
  selector: Selector,
  metadata: Readonly<Record<string, unknown>>,
): Selector | Promise<Selector> {
  if (selector.label == null) return selector
  return onceThere(trafficOf(store, caches, caller, identifier, selector.label), (traffic) =>
    traffic ? settledBy(traffic, metadata) : selector,
  )
}

/** The version that a dynamic label has for the reader of this metadata. */
export function settledBy(
  { rules, stickyKey, labelId }: Traffic,
  metadata: Readonly<Record<string, unknown>>,
): Selector {
  const reader = { metadata, stickyKey, salt: String(labelId), random: Math.random() }
  return { version: chooseSplit(rules, reader)?.version }
}

function trafficOf(
  store: Store,
  caches: ReadCaches,
  caller: Caller,
  identifier: string,
  label: string,
): Traffic | null | Promise<Traffic | null> {
  const key = readKey(caller, identifier, { label }, 'traffic')
  const known = caches.traffic.get(key)
  if (known !== undefined) return known
  return loadTraffic(store.db, caller.workspace, identifier, label).then((traffic) => {
    caches.traffic.set(key, traffic, key.length + JSON.stringify(traffic).length)
    return traffic
  })
}
