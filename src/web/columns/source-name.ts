interface Titled {
  readonly id: string
  readonly title: string
}

/** How a config names a column: by its title, which the server updates on a rename; by its id if two share the title. */
export const sourceName = (column: Titled, columns: readonly Titled[]): string =>
  columns.filter(({ title }) => title === column.title).length > 1 ? column.id : column.title
