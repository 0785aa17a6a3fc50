import { readStored, writeStored } from '../api/index.ts'
import { kindOfPage, type Recent, withPage } from './recent-page.ts'

const keyOf = (workspace: number) => `recent:${workspace}`

/** The pages of entities that were opened last in this browser, newest first. */
export const recentPages = (workspace: number): readonly Recent[] =>
  readStored<Recent[]>(keyOf(workspace)) ?? []

export function rememberPage(workspace: number, page: Recent): void {
  const [first] = recentPages(workspace)
  if (first?.href === page.href && first.label === page.label) return
  const kind = kindOfPage(page.href)
  // The page of a missing entity has its kind as title.
  if (kind && page.label !== kind) writeStored(keyOf(workspace), withPage(recentPages(workspace), page))
}
