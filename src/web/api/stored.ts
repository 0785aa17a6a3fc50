/** Values that did not fit into the storage of the browser. They last as long as this tab. */
const unstored = new Map<string, string>()
let onUnstored = () => {}

/** Sets the function that is called when a value does not fit into the storage of the browser. */
export const whenUnstored = (listener: () => void): void => {
  onUnstored = listener
}

/**
 * The value stored in this browser under a key; null if there is none, or if it cannot be parsed. Values with numbers that
 * people typed need `parseExact`, which most pages do not load.
 */
export function readStored<T>(key: string, parse: (text: string) => unknown = JSON.parse): T | null {
  try {
    return parse(unstored.get(key) ?? localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a value. If the storage is full, this tab keeps the value in memory, and the previous one stays stored. */
export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    if (!unstored.has(key)) onUnstored()
    unstored.set(key, text)
  }
}

/** Stores a value that may be lost. Returns false if the storage is full. */
export function storeIfRoom(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const hasStored = (key: string): boolean => localStorage.getItem(key) !== null

export function dropStored(key: string): void {
  localStorage.removeItem(key)
  unstored.delete(key)
}

export const storedKeys = (): string[] => [...new Set([...Object.keys(localStorage), ...unstored.keys()])]

/** Whether a reload would lose a value. */
export const hasUnstored = (): boolean => unstored.size > 0
