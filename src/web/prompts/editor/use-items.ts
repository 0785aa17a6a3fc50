import { useUndo } from '../../design/index.ts'
import { useListKeys } from './use-list-keys.ts'

/** A list of items without ids that a person edits: its React keys, and its changes. A removed item can be restored. */
export function useItems<T>(items: readonly T[], onChange: (items: T[]) => void) {
  const keys = useListKeys(items.length)
  const insert = (index: number, ...added: T[]) => {
    for (const offset of added.keys()) keys.insert(index + offset)
    onChange(items.toSpliced(index, 0, ...added))
  }
  const offerUndo = useUndo<{ index: number; item: T }>(({ index, item }) =>
    insert(Math.min(index, items.length), item),
  )
  return {
    keys: keys.list,
    add: (...added: T[]) => insert(items.length, ...added),
    /** `name` names the item in the toast: "Message 2". */
    remove: (index: number, name: string) => {
      const item = items[index]!
      keys.remove(index)
      onChange(items.toSpliced(index, 1))
      offerUndo(`${name} removed`, { index, item })
    },
    move: (from: number, to: number) => {
      const item = items[from]
      if (item === undefined || from === to) return
      keys.move(from, to)
      onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
    },
  }
}
