import { badField } from '../../../engine/refusal.ts'
import type { Handler } from '../../http/handler.ts'
import { createBlankSheet } from '../../sheets/index.ts'
import { preloadCalls } from '../../template-runs/index.ts'
import { createImportedSheet } from './create-imported-sheet.ts'

/** Creates a sheet. If the call has a source, an import adds the rows. */
export const createSheet: Handler<'createSheet'> = async (context, call) => {
  const { source, operation_id } = call.body
  preloadCalls(context)
  if (source) return createImportedSheet(context, call, source)
  if (operation_id != null)
    throw badField('operation_id', 'operation_id: a sheet without a source is made at once.')
  return createBlankSheet(context, call)
}
