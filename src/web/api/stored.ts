/**
 * The value stored in this browser under a key; null if there is none, or if it cannot be read. Values with numbers of
 * users are read by `parseExact`, which most pages do not load.
 */
export function readStored<T>(key: string, parse: (text: string) => unknown = JSON.parse): T | null {
  try {
    return parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** If the storage is full, the value is kept in this tab only. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    localStorage.removeItem(key)
  }
}
