interface Titled {
  readonly id: string
  readonly title: string
}

/** The name of a column in a config: its title, which the server updates on a rename, or its id if two share the title. */
export const sourceName = (column: Titled, columns: readonly Titled[]): string =>
  columns.filter(({ title }) => title === column.title).length > 1 ? column.id : column.title
