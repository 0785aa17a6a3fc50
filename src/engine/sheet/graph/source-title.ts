import type { SheetColumn, Source } from './sheet-column.ts'

/** What values and messages call a source; empty where there is none. `find` knows the columns, maybe by other titles. */
export function sourceTitle(
  { column, part }: Source,
  find: (id: string) => Pick<SheetColumn, 'title'> | undefined,
): string {
  const title = column === null ? '' : (find(column)?.title ?? '')
  return part === null ? title : `${title}.${part}`
}
