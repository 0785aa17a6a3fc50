/** A saved view as the server has it. */
export interface StoredView {
  readonly id: number
  readonly name: string
  readonly query: object
  readonly since_hours: number | null
  readonly columns: readonly string[] | null
}

/** A named search of a list. */
export interface View<Shown, Stored> {
  readonly id: string
  readonly name: string
  readonly shown: Shown
  /** Null for a built-in view. */
  readonly stored: Stored | null
}

export type Saved<Stored extends StoredView> = Pick<Stored, 'query' | 'since_hours' | 'columns'>
export type ViewChange<Stored extends StoredView> = Partial<Saved<Stored> & Pick<Stored, 'name'>>

/** The kind of views of one list. `Shown` is the state in its address. */
export interface ViewKind<Shown, Stored extends StoredView> {
  /** The key of the query that lists the views. */
  readonly key: readonly string[]
  readonly builtIn: readonly View<Shown, Stored>[]
  /** The parts of the list that a view stores, in words for the dialog that names it. */
  readonly contents: string
  readonly read: (signal: AbortSignal) => Promise<readonly Stored[]>
  readonly create: (name: string, saved: Saved<Stored>) => Promise<Stored>
  readonly update: (id: number, change: ViewChange<Stored>) => Promise<Stored>
  readonly remove: (id: number) => Promise<unknown>
  /**
   * A stored view as an address. Parts that the screen cannot show, which programs may have saved, are left
   * out.
   */
  readonly viewOf: (stored: Stored) => View<Shown, Stored>
  /** The current list as a view. Relative ranges stay relative. */
  readonly savedOf: (shown: Shown) => Saved<Stored>
  /** True if the list shows exactly this view. */
  readonly isShown: (view: View<Shown, Stored>, shown: Shown) => boolean
  /** The whole address of a view, so that nothing of the view before it remains. */
  readonly addressOf: (view: View<Shown, Stored>) => Shown
}

export const builtIn = <Shown>(name: string, shown: Shown): View<Shown, never> => ({
  id: name,
  name,
  shown,
  stored: null,
})
