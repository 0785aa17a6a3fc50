import type { Version } from '../../../engine/template/diff/index.ts'
import { keep, kept } from '../../api/index.ts'

/** What is being written, kept in this browser: one for each version that somebody started from. */
export interface DraftPlace {
  readonly workspace: number
  readonly prompt: string
  readonly base: number
}

const prefix = ({ workspace, prompt }: Omit<DraftPlace, 'base'>) => `draft:${workspace}:${prompt}:`
const keyOf = (place: DraftPlace) => prefix(place) + place.base

export const readDraft = (place: DraftPlace): Version | null => kept(keyOf(place))

export const writeDraft = (place: DraftPlace, version: Version): void => keep(keyOf(place), version)

export const dropDraft = (place: DraftPlace): void => localStorage.removeItem(keyOf(place))

/** The version that a draft of this prompt starts from, if there is one. */
export function findDraftBase(of: Omit<DraftPlace, 'base'>): number | undefined {
  const start = prefix(of)
  const key = Object.keys(localStorage).find((name) => name.startsWith(start))
  return key === undefined ? undefined : Number(key.slice(start.length))
}
