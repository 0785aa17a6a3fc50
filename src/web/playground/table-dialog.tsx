import { useNavigate } from '@tanstack/react-router'
import { NameDialog, useFormChange } from '../dialogs/index.ts'
import { makeTable } from '../tables/index.ts'
import { tableOf } from './table-of.ts'
import type { Bench } from './variant.ts'

/** Makes a table of the playground, so that people can add rows, checks and a score. */
export function TableDialog({ bench, onClose }: { bench: Bench; onClose: () => void }) {
  const navigate = useNavigate()
  const make = useFormChange(async (title: string) => makeTable(await tableOf(title, bench)), {
    keys: ['tables'],
    done: 'Table made. Run its cells to get answers.',
    onSuccess: ({ table_id: tableId }) => void navigate({ to: '/tables/$tableId', params: { tableId } }),
  })
  return (
    <NameDialog
      title="Make a table"
      description="Each case becomes a row, each variable and each variant a column."
      verb="Make table"
      name={bench.variants.find(({ prompt }) => prompt)?.prompt ?? 'From the playground'}
      state={make}
      onName={make.mutate}
      onClose={onClose}
    />
  )
}
