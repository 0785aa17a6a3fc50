import type { SheetColumn, Source } from './sheet-column.ts'

/**
 * Name of a source in values and messages; empty if it has none. `find` returns columns, possibly with other titles.
 */
export function sourceTitle(
  { column, part }: Source,
  find: (id: string) => Pick<SheetColumn, 'title'> | undefined,
): string {
  const title = column === null ? '' : (find(column)?.title ?? '')
  return part === null ? title : `${title}.${part}`
}
