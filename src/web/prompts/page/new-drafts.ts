import { storedKeys } from '../../api/index.ts'
import type { DraftKey } from './draft-store.ts'

export type NewKind = 'chat' | 'completion'

const newPrefix = 'new '

/** The key of the draft of a prompt without versions. */
export const newDraftKey = (workspace: number, kind: NewKind, name: string): DraftKey => ({
  workspace,
  prompt: `${newPrefix}${kind} ${name}`,
  base: 0,
})

/** Drafts of prompts without versions. */
export function newDrafts(workspace: number): { kind: NewKind; name: string }[] {
  const start = `draft:${workspace}:${newPrefix}`
  return storedKeys()
    .filter((key) => key.startsWith(start))
    .map((key) => {
      const [, kind, name] = /^(chat|completion) (.*):0$/.exec(key.slice(start.length)) ?? []
      return { kind: kind as NewKind, name: name ?? '' }
    })
    .filter(({ name }) => name !== '')
    .toSorted((left, right) => left.name.localeCompare(right.name))
}
