import { parseExact } from '../../../engine/json/parse-exact.ts'
import { dropStored, readStored, storedKeys, writeStored } from '../../api/index.ts'
import type { Draft } from '../connection-in.ts'

/** The key of unsaved changes in this browser; each base version has one draft. */
export interface DraftKey {
  readonly workspace: number
  readonly prompt: string
  readonly base: number
}

const prefix = ({ workspace, prompt }: Omit<DraftKey, 'base'>) => `draft:${workspace}:${prompt}:`
const keyOf = (key: DraftKey) => prefix(key) + key.base

export const readDraft = (key: DraftKey): Draft | null => readStored(keyOf(key), parseExact)

export const writeDraft = (key: DraftKey, version: Draft): void => writeStored(keyOf(key), version)

export const dropDraft = (key: DraftKey): void => dropStored(keyOf(key))

/** Calls `onWrite` when another tab of this browser stores or drops the draft. Returns a function that ends it. */
export function watchDraft(key: DraftKey, onWrite: (draft: Draft | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === keyOf(key)) onWrite(readDraft(key))
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** The base version of the draft of a prompt, if there is one. */
export function findDraftBase(prompt: Omit<DraftKey, 'base'>): number | undefined {
  const start = prefix(prompt)
  const key = storedKeys().find((name) => name.startsWith(start))
  return key === undefined ? undefined : Number(key.slice(start.length))
}
