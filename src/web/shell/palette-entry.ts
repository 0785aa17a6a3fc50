import type { RecentKind } from './recent-page.ts'

/** A page to open, or an action of the screen. */
export type PaletteEntry = PageEntry | ActionEntry

export interface PageEntry {
  readonly value: string
  readonly label: string
  readonly kind:
    | 'Page'
    | 'Settings'
    | 'Member'
    | 'Tool'
    | 'Playground'
    | RecentKind
    | 'User'
    | 'Session'
    | 'Trace'
    | 'Request'
  readonly href: string
}

export interface ActionEntry {
  readonly value: string
  readonly label: string
  readonly kind: 'Action'
  readonly press: () => void
}

export const inAddress = (text: string): string => encodeURIComponent(JSON.stringify(text))

export const entry = (kind: PageEntry['kind'], label: string, href: string): PageEntry => ({
  kind,
  label,
  href,
  value: href,
})
