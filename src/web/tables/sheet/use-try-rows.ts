import { useNavigate } from '@tanstack/react-router'
import { loadPart } from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import type { Column, Row } from '../../sheets/index.ts'

interface TriedRows {
  readonly title: string
  readonly columns: readonly Column[]
  readonly count: number
  readonly read: () => Promise<readonly Row[]>
}

/** Opens rows of a sheet as cases of the playground. */
export function useTryRows(): (tried: TriedRows) => void {
  const navigate = useNavigate()
  return useChange(
    async ({ title, columns, count, read }: TriedRows) => {
      const { benchOfRows, maxCases, queueForPlayground } = await loadPart(
        () => import('../../playground/index.ts'),
      )
      if (count > maxCases) throw new Error(`A playground has at most ${maxCases} cases. Select fewer rows.`)
      const name = `${count === 1 ? 'A row' : `${count} rows`} of ${title}`
      queueForPlayground({ name, bench: await benchOfRows(columns, await read()), skipsKnownVersions: true })
    },
    { onSuccess: () => void navigate({ to: '/playground' }) },
  ).mutate
}
