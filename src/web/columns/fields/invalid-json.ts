import { createContext } from 'react'

/** Called by a JSON field with its id when its text becomes invalid, and when it becomes valid or is removed. */
export const InvalidJson = createContext<(id: string, isInvalid: boolean) => void>(() => {})
