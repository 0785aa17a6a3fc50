/** Sets the value as the newest entry of a map, and drops the oldest entry if there are more than `most`. */
export function putNewest<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
