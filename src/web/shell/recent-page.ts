export interface Recent {
  readonly href: string
  readonly label: string
}

const maxPages = 6
const entityPath = /^\/(prompts|workflows|tables|dashboards)\/(?!new$|releases$|compare$)[^/]+$/
const kinds = { prompts: 'Prompt', workflows: 'Workflow', tables: 'Table', dashboards: 'Dashboard' } as const

export type RecentKind = (typeof kinds)[keyof typeof kinds]

/** The kind of the entity that a page shows; null for lists and other pages. */
export function kindOfPage(path: string): RecentKind | null {
  const [, room] = entityPath.exec(path) ?? []
  return room === undefined ? null : kinds[room as keyof typeof kinds]
}

/** Puts the page of an entity before the other ones. */
export function withPage(pages: readonly Recent[], page: Recent): readonly Recent[] {
  return [page, ...pages.filter(({ href }) => href !== page.href)].slice(0, maxPages)
}
