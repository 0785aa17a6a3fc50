import { parseExact } from '../../engine/json/parse-exact.ts'
import { dropStored, readStored, writeStored } from '../api/index.ts'
import type { Draft } from './autosave.ts'
import { readBench } from './read-bench.ts'
import { type Bench, blankBench } from './variant.ts'

/** The key that version 0.1 used for all workspaces. */
const legacyKey = 'galley.playground'
const keyOf = (workspace: number) => `${legacyKey}:${workspace}`
const draftKey = (workspace: number, id: number) => `${keyOf(workspace)}:${id}`

/** The unsaved playground of this browser. */
export function readStoredBench(workspace: number): Bench {
  try {
    return readBench(readStored(keyOf(workspace), parseExact) ?? readStored(legacyKey, parseExact))
  } catch {
    return blankBench()
  }
}

export function storeBench(workspace: number, bench: Bench): void {
  writeStored(keyOf(workspace), bench)
  dropStored(legacyKey)
}

export const readDraft = (workspace: number, id: number): Draft | null =>
  readStored(draftKey(workspace, id), parseExact)

export const storeDraft = (workspace: number, id: number, draft: Draft): void =>
  writeStored(draftKey(workspace, id), draft)

export const dropDraft = (workspace: number, id: number): void => dropStored(draftKey(workspace, id))
