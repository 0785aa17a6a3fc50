import { parseExact } from '../../../engine/json/exact-number.ts'
import type { Version } from '../../../engine/template/diff/index.ts'
import { readStored, writeStored } from '../../api/index.ts'

/** The key of unsaved changes in this browser; each base version has one draft. */
export interface DraftPlace {
  readonly workspace: number
  readonly prompt: string
  readonly base: number
}

const prefix = ({ workspace, prompt }: Omit<DraftPlace, 'base'>) => `draft:${workspace}:${prompt}:`
const keyOf = (key: DraftPlace) => prefix(key) + key.base

export const readDraft = (key: DraftPlace): Version | null => readStored(keyOf(key), parseExact)

export const writeDraft = (key: DraftPlace, version: Version): void => writeStored(keyOf(key), version)

export const dropDraft = (key: DraftPlace): void => localStorage.removeItem(keyOf(key))

/** The base version of a draft of this prompt, if there is one. */
export function findDraftBase(of: Omit<DraftPlace, 'base'>): number | undefined {
  const start = prefix(of)
  const key = Object.keys(localStorage).find((name) => name.startsWith(start))
  return key === undefined ? undefined : Number(key.slice(start.length))
}

export type NewKind = 'chat' | 'completion'

const newPrefix = 'new '

/** The key of the draft of a prompt without versions. */
export const newDraftPlace = (workspace: number, kind: NewKind, name: string): DraftPlace => ({
  workspace,
  prompt: `${newPrefix}${kind} ${name}`,
  base: 0,
})

/** Drafts of prompts without versions. */
export function newDrafts(workspace: number): { kind: NewKind; name: string }[] {
  const start = `draft:${workspace}:${newPrefix}`
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => {
      const [, kind, name] = /^(chat|completion) (.*):0$/.exec(key.slice(start.length)) ?? []
      return { kind: kind as NewKind, name: name ?? '' }
    })
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
