import { useMutation } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, invalidate } from '../api/index.ts'
import { type SheetParams, sheetKey } from '../sheets/queries.ts'

interface EditedSheet {
  readonly params: SheetParams
  /** Reports the text of a fixed value that is typed and not added yet; empty if there is none. */
  readonly onTyped: (variable: string, text: string) => void
}

/** The sheet of the edited column. */
export const SheetOfColumn = createContext<EditedSheet | null>(null)

/** Creates a column with a fixed value that fills a variable. */
export function useNewConstant(onMade: (title: string) => void) {
  const { params } = useContext(SheetOfColumn)!
  return useMutation({
    mutationFn: ({ title, text }: { title: string; text: string }) =>
      call('createColumn', {
        params,
        body: { title, type: 'VARIABLE', config: { value: { type: 'string', value: text } } },
      }),
    onSuccess: async ({ column }) => {
      await invalidate(sheetKey(params))
      onMade(column.title)
    },
  })
}
