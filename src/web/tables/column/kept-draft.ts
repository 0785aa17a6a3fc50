import { useEffect } from 'react'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import type { Draft } from './use-save-column.ts'

/** Unsaved changes of closed column panels, until the app is reloaded. */
const drafts = new Map<string, Draft>()

const keyOf = ({ sheet_id }: SheetParams, column: Pick<Column, 'id'> | undefined) =>
  `${sheet_id} ${column?.id ?? 'new'}`

export const keptDraft = (params: SheetParams, column: Column | undefined): Draft | undefined =>
  drafts.get(keyOf(params, column))

export const forgetDraft = (params: SheetParams, column: Column | undefined): boolean =>
  drafts.delete(keyOf(params, column))

/** Keeps a draft that differs from the saved column, so that closing the panel loses no input. */
export function useKeptDraft(
  params: SheetParams,
  column: Column | undefined,
  draft: Draft,
  saved: Draft,
): void {
  const key = keyOf(params, column)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const { title, type, config, isOutput } = draft
  useEffect(() => {
    if (isChanged) drafts.set(key, { title, type, config, isOutput })
    else drafts.delete(key)
  }, [key, isChanged, title, type, config, isOutput])
}
