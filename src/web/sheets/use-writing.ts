import { useMemo, useRef } from 'react'
import { call } from '../api/index.ts'
import { counted, toast, toastProblem } from '../design/index.ts'
import { CellChanges, span } from './cell-changes.ts'
import { type Column, isWritable } from './grid/column.ts'
import type { Step } from './grid/undo-stack.ts'
import type { Undo } from './grid/use-undo.ts'
import { type CellWrite, maxCells, maxRows, type Writing } from './grid/writing.ts'
import type { SheetParams } from './queries.ts'
import { RowChanges, rowToRestore, type UndoRow } from './row-changes.ts'
import type { ShownSheet } from './use-sheet.ts'

/**
 * Writes texts and changes rows. A change is shown at once, undone if the server refuses it, and is one step
 * of undo.
 */
export function useWriting(params: SheetParams, shown: ShownSheet, undo: Undo): Writing {
  const latest = useRef(shown)
  latest.current = shown
  const { table_id, sheet_id } = params
  const { store } = shown
  return useMemo(() => {
    const sheet = { table_id, sheet_id }
    const changes = new RowChanges(sheet, store)
    const refresh = () => latest.current.refresh()
    const columns = () => latest.current.columns.data!.data
    const inTurn = (work: () => Promise<void>) => void undo.inTurn(work).finally(refresh)

    const changed = new CellChanges(sheet, store, changes, refresh)

    const pending = (cells: readonly CellWrite[]) =>
      store.showPending(cells.map(({ row, column, value }) => ({ row, column: column.id, value })))

    const save = async (cells: readonly CellWrite[], endPending: (isTaken: boolean) => void) => {
      try {
        const saved = await changed.savedOf(cells)
        await changed.send(saved, 'after')
        endPending(true)
        return saved
      } catch (error) {
        endPending(false)
        throw error
      }
    }

    const write = (cells: readonly CellWrite[]) => {
      if (cells.length === 0) return
      const release = pending(cells)
      inTurn(async () => {
        try {
          const saved = await save(cells, release)
          if (saved.length === 0) return
          const step = changed.stepOf(saved, `${counted(saved.length, 'cell')} changed`)
          undo.done(step)
          if (saved.some(({ isOverOthers }) => isOverOthers))
            toast(
              'Another person changed this cell meanwhile. Your value replaced theirs.',
              undo.toastAction(step),
            )
        } catch (error) {
          // The retry in the toast writes the same values again.
          const action = { label: 'Try again', onClick: () => write(cells) }
          toast((error as Error).message, { isProblem: true, action })
        }
      })
    }

    const rowStep = (label: string, index: number, first: readonly UndoRow[]) => {
      let rows = first
      const remove = () => changes.remove(index, rows).then(refresh)
      const restore = async () => {
        rows = await changes.restore(index, rows, columns())
        await refresh()
      }
      return {
        inserted: { label, undo: remove, redo: restore } satisfies Step,
        removed: { label, undo: restore, redo: remove } satisfies Step,
      }
    }

    const putRows = (index: number | null, values: readonly UndoRow['values'][], label: string) =>
      inTurn(async () => {
        const added = await changes.insert(index, values, columns())
        undo.done(rowStep(label, added.at, added.rows).inserted)
      })

    return {
      write,

      fill: (cells) => {
        if (cells.length === 0) return
        inTurn(async () => {
          const [first, last] = span(cells.map(({ from }) => from.row))
          const rows = await store.read(first, last)
          const writes = cells.map(({ row, column, from }) => {
            const source = rows[from.row - first]?.cells[from.column.id]
            const value = isWritable(from.column) ? source?.value?.value : source?.display_value
            return { row, column, value: value ?? null }
          })
          const saved = await save(writes, pending(writes))
          if (saved.length > 0) undo.done(changed.stepOf(saved, `${counted(saved.length, 'cell')} filled`))
        })
      },

      paste: (index, targetColumns, texts) => {
        if (texts.length > maxRows || countWritable(texts, targetColumns) > maxCells)
          return toastProblem(
            `At most ${counted(maxCells, 'cell')} in ${counted(maxRows, 'row')} can be pasted at once. Import a file for more.`,
          )
        inTurn(async () => {
          const rowCount = (await call('readSheet', { params: sheet })).sheet.row_count
          const over = texts.slice(0, Math.max(0, rowCount - index))
          const cells = over.flatMap((line, down) =>
            writesOf(line, targetColumns).map(({ column, value }) => ({ row: index + down, column, value })),
          )
          const added = texts
            .slice(over.length)
            .map((line) =>
              Object.fromEntries(
                writesOf(line, targetColumns).map(({ column, value }) => [column.id, value]),
              ),
            )
          const label = `${counted(texts.length, 'row')} pasted`
          const saved = cells.length > 0 ? await save(cells, pending(cells)) : []
          const written = changed.stepOf(saved, label)
          let step = written
          try {
            if (added.length > 0) {
              const { at: start, rows } = await changes.insert(null, added, columns())
              step = combinedStep(written, rowStep(label, start, rows).inserted)
            }
          } finally {
            undo.done(step)
          }
          toast(label, undo.toastAction(step))
        })
      },

      insertRows: (index, count) =>
        count > maxRows
          ? toastProblem(`At most ${counted(maxRows, 'row')} can be inserted at once.`)
          : putRows(
              index,
              Array.from({ length: count }, () => ({})),
              `${counted(count, 'row')} inserted`,
            ),

      duplicateRows: (first, last) => {
        const count = last - first + 1
        if (count > maxRows) return toastProblem(`At most ${counted(maxRows, 'row')} can be copied at once.`)
        inTurn(async () => {
          const values = (await store.read(first, last)).map((row) => rowToRestore(row, columns()).values)
          const added = await changes.insert(last + 1, values, columns())
          undo.done(rowStep(`${counted(count, 'row')} copied`, added.at, added.rows).inserted)
        })
      },

      moveRows: (first, last, to) => {
        const count = last - first + 1
        if (count > maxRows) return toastProblem(`At most ${counted(maxRows, 'row')} can be moved at once.`)
        inTurn(async () => {
          const rows = (await store.read(first, last)).map((row) => rowToRestore(row, columns()))
          const go = async (from: number, until: number) => {
            await changes.expect(from, rows)
            await changes.move(from, count, until)
            await refresh()
          }
          await go(first, to)
          undo.done({
            label: `${counted(count, 'row')} moved`,
            undo: () => go(to, first),
            redo: () => go(first, to),
          })
        })
      },

      deleteRows: (first, last) => {
        const count = last - first + 1
        if (count > maxRows) return toastProblem(`At most ${counted(maxRows, 'row')} can be deleted at once.`)
        inTurn(async () => {
          const rows = (await store.read(first, last)).map((row) => rowToRestore(row, columns()))
          await changes.remove(first, rows)
          const step = rowStep(`${counted(count, 'row')} deleted`, first, rows).removed
          undo.done(step)
          toast(step.label, undo.toastAction(step))
        })
      },

      undo: () => void undo.undo(),
      redo: () => void undo.redo(),
    }
  }, [table_id, sheet_id, store, undo])
}

const writesOf = (line: readonly string[], targetColumns: readonly Column[]) =>
  line.flatMap((value, right) => {
    const column = targetColumns[right]
    return column && isWritable(column) ? [{ column, value }] : []
  })

const countWritable = (texts: readonly (readonly string[])[], targetColumns: readonly Column[]): number =>
  texts.reduce((sum, line) => sum + writesOf(line, targetColumns).length, 0)

const combinedStep = (first: Step, second: Step): Step => ({
  label: first.label,
  undo: async () => {
    await second.undo()
    await first.undo()
  },
  redo: async () => {
    await first.redo()
    await second.redo()
  },
})
