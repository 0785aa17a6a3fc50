import { call } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import type { Column } from '../grid/grid.tsx'
import type { Place } from '../grid/moves.ts'
import type { SheetParams } from './queries.ts'
import type { ShownSheet } from './use-sheet.ts'

/** Rows that one call may add. */
const mostAdded = 100
const writesAtOnce = 6

/** Writing text: what is written shows at once, and goes back when the server does not take it. */
export function useWriting(params: SheetParams, { store, sheet, columns, refresh }: ShownSheet) {
  const put = async (row: number, column: Column, text: string) => {
    const cell = store.cell(row, column.id)
    if (!cell) throw new Error(`Row ${row + 1} is not loaded yet.`)
    const settle = store.offer(row, column.id, text)
    try {
      const answer = await call('updateCell', {
        params: { ...params, cell_id: cell.id },
        body: { display_value: text },
      })
      settle(answer.cell)
    } catch (error) {
      settle(null)
      throw error
    }
  }
  const tellingProblems = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast((error as Error).message, { isProblem: true })
    }
    await refresh()
  }

  const write = (row: number, column: Column, text: string) => tellingProblems(() => put(row, column, text))

  const addRows = (count: number) =>
    tellingProblems(async () => {
      await call('addRows', { params, body: { count } })
    })

  /** Over the cells that are there; below the last row, rows are added. */
  const paste = (at: Place, texts: readonly (readonly string[])[]) =>
    tellingProblems(async () => {
      const there = sheet.data!.sheet.row_count
      const across = columns.data!.data.slice(at.column)
      const writes: (() => Promise<void>)[] = []
      const added: Record<string, string>[] = []
      for (const [down, line] of texts.entries()) {
        const written = line.flatMap((text, right) => {
          const column = across[right]
          return column?.type === 'TEXT' ? [{ column, text }] : []
        })
        if (at.row + down >= there)
          added.push(Object.fromEntries(written.map(({ column, text }) => [column.id, text])))
        else for (const { column, text } of written) writes.push(() => put(at.row + down, column, text))
      }
      for (let start = 0; start < writes.length; start += writesAtOnce)
        await Promise.all(writes.slice(start, start + writesAtOnce).map((start) => start()))
      for (let start = 0; start < added.length; start += mostAdded) {
        const values = added.slice(start, start + mostAdded)
        await call('addRows', { params, body: { count: values.length, values } })
      }
      toast(`${texts.length} ${texts.length === 1 ? 'row' : 'rows'} pasted`)
    })

  return { write, addRows, paste }
}
