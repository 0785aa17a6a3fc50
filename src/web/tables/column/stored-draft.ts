import { useEffect } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import type { Draft } from './use-save-column.ts'

const keyOf = ({ sheet_id }: SheetParams, column: Pick<Column, 'id'> | undefined) =>
  `column:${sheet_id}:${column?.id ?? 'new'}`

/** Unsaved changes of a column panel. They are in this tab until it is closed, and survive a reload. */
export function storedDraft(params: SheetParams, column: Column | undefined): Draft | undefined {
  const stored = sessionStorage.getItem(keyOf(params, column))
  return stored === null ? undefined : (parseExact(stored) as Draft)
}

export const dropDraft = (params: SheetParams, column: Column | undefined): void =>
  sessionStorage.removeItem(keyOf(params, column))

/** Does nothing if the storage is full. */
function storeDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    sessionStorage.removeItem(key)
  }
}

/** Keeps a draft that differs from the saved column, so that closing the panel loses no input. */
export function useStoredDraft(
  params: SheetParams,
  column: Column | undefined,
  draft: Draft,
  saved: Draft,
): void {
  const key = keyOf(params, column)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const { title, type, config, isOutput } = draft
  useEffect(() => {
    if (isChanged) storeDraft(key, { title, type, config, isOutput })
    else sessionStorage.removeItem(key)
  }, [key, isChanged, title, type, config, isOutput])
}
