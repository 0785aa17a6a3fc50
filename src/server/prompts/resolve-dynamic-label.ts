import { chooseSplit } from '../../engine/template/traffic/index.ts'
import { CacheKind } from '../caches/caches.ts'
import { withValue } from '../db/index.ts'
import type { VersionSelector } from '../registry/index.ts'
import type { ServingContext } from './load-template.ts'
import { type Reader, readKey } from './read-loaded.ts'
import { loadTraffic, type Traffic } from './traffic.ts'

/** Null if the label is not a dynamic one. */
const dynamicLabels = new CacheKind<Traffic | null>()

/**
 * Replaces a dynamic label by the version that it selects for this read. This runs before all caches, so that no reader
 * gets a version that was selected for another.
 */
export function resolveDynamicLabel(
  context: ServingContext,
  reader: Reader,
  identifier: string | number,
  selector: VersionSelector,
  metadata: Readonly<Record<string, unknown>>,
): VersionSelector | Promise<VersionSelector> {
  if (selector.label == null) return selector
  return withValue(trafficOf(context, reader, identifier, selector.label), (traffic) =>
    traffic ? versionFor(traffic, metadata) : selector,
  )
}

/** Returns the version that a dynamic label selects for this metadata. */
export function versionFor(
  { rules, stickyKey, labelId }: Traffic,
  metadata: Readonly<Record<string, unknown>>,
): VersionSelector {
  const reader = { metadata, stickyKey, salt: String(labelId), random: Math.random() }
  return { version: chooseSplit(rules, reader)?.version }
}

function trafficOf(
  { store, caches }: ServingContext,
  reader: Reader,
  identifier: string | number,
  label: string,
): Traffic | null | Promise<Traffic | null> {
  const key = readKey(reader, identifier, { label }, 'traffic')
  const cache = caches.of(dynamicLabels)
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  return loadTraffic(store.db, reader.workspace, identifier, label).then((traffic) => {
    cache.set(key, traffic, key.length + JSON.stringify(traffic).length)
    return traffic
  })
}
