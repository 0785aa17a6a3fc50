import { useRef } from 'react'

/**
 * Names for the items of a list that have none of their own, so that an editor stays with its item when others
 * come, go and move. A list that came from elsewhere in another length is named anew.
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
