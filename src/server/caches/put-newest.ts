/** Sets the value as the newest entry of a map, and deletes the oldest entry if the map has more than `maxEntries`. */
export function putNewest<K, V>(map: Map<K, V>, maxEntries: number, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest)
}
