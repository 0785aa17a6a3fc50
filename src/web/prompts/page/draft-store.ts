import type { Version } from '../../../engine/template/diff/index.ts'

/** What is being written, kept in this browser: one for each version that somebody started from. */
export interface DraftPlace {
  readonly workspace: number
  readonly prompt: string
  readonly base: number
}

const prefix = ({ workspace, prompt }: Omit<DraftPlace, 'base'>) => `draft:${workspace}:${prompt}:`
const keyOf = (place: DraftPlace) => prefix(place) + place.base

export function readDraft(place: DraftPlace): Version | null {
  const text = localStorage.getItem(keyOf(place))
  try {
    return text === null ? null : (JSON.parse(text) as Version)
  } catch {
    return null
  }
}

/** A full store must not keep anybody from writing; the draft is then in this tab alone. */
export function writeDraft(place: DraftPlace, version: Version): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(version))
  } catch {
    dropDraft(place)
  }
}

export const dropDraft = (place: DraftPlace): void => localStorage.removeItem(keyOf(place))

/** The version that a draft of this prompt starts from, if there is one. */
export function findDraftBase(of: Omit<DraftPlace, 'base'>): number | undefined {
  const start = prefix(of)
  const key = Object.keys(localStorage).find((name) => name.startsWith(start))
  return key === undefined ? undefined : Number(key.slice(start.length))
}
