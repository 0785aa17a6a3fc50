import { useRef } from 'react'

/**
 * React keys for list items without ids. Each editor stays with its item when items are added, removed or
 * moved. If a list of another length replaces the list, all keys are new.
 */
export function useListKeys(length: number) {
  const keys = useRef<{ list: number[]; next: number }>({ list: [], next: 0 }).current
  if (keys.list.length !== length) keys.list = Array.from({ length }, () => keys.next++)
  return {
    list: keys.list,
    insert: (index: number) => keys.list.splice(index, 0, keys.next++),
    remove: (index: number) => keys.list.splice(index, 1),
    move: (from: number, to: number) => keys.list.splice(to, 0, ...keys.list.splice(from, 1)),
  }
}
