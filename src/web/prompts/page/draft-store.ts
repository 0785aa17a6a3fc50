import { parseExact } from '../../../engine/json/exact-number.ts'
import { dropStored, readStored, storedKeys, writeStored } from '../../api/index.ts'
import type { Draft } from '../connection-in.ts'

/** The key of unsaved changes in this browser; each base version has one draft. */
export interface DraftPlace {
  readonly workspace: number
  readonly prompt: string
  readonly base: number
}

const prefix = ({ workspace, prompt }: Omit<DraftPlace, 'base'>) => `draft:${workspace}:${prompt}:`
const keyOf = (key: DraftPlace) => prefix(key) + key.base

export const readDraft = (key: DraftPlace): Draft | null => readStored(keyOf(key), parseExact)

export const writeDraft = (key: DraftPlace, version: Draft): void => writeStored(keyOf(key), version)

export const dropDraft = (key: DraftPlace): void => dropStored(keyOf(key))

/** The base version of a draft of this prompt, if there is one. */
export function findDraftBase(of: Omit<DraftPlace, 'base'>): number | undefined {
  const start = prefix(of)
  const key = storedKeys().find((name) => name.startsWith(start))
  return key === undefined ? undefined : Number(key.slice(start.length))
}
