import { Link } from '@tanstack/react-router'
import { call } from '../../api/index.ts'
import { Button, counted } from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { otherVersionCells, type Running } from '../../runs/index.ts'
import type { Column, PromptVersionOfColumn } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly versions: ReadonlyMap<string, PromptVersionOfColumn>
  /** Null if this person may not run cells. */
  readonly running: Running | null
  readonly onShow: (column: string) => void
}

/** The columns with answers of other prompt versions than the ones that they use now. */
export const OtherVersions = ({ columns, versions, ...rest }: Props) =>
  columns.map((column) => {
    const version = versions.get(column.id)
    return version && version.otherAnswers > 0 ? (
      <ColumnVersions key={column.id} {...rest} column={column} version={version} />
    ) : null
  })

interface ColumnVersionsProps extends Omit<Props, 'columns' | 'versions'> {
  readonly column: Column
  readonly version: PromptVersionOfColumn
}

function ColumnVersions({ params, column, version, running, onShow }: ColumnVersionsProps) {
  const { name, promptId, otherAnswers, unknownAnswers, otherVersions } = version
  const openDialog = useChange(
    () =>
      call('queryRows', {
        params,
        body: { filters: [{ column_id: column.id, operator: 'other_version' }], sort: null },
      }),
    {
      onSuccess: ({ row_indexes }) =>
        running?.openDialog(otherVersionCells(column, row_indexes, `v${version.version} of ${name}`)),
    },
  )
  return (
    <section
      aria-label={`Prompt versions of ${column.title}`}
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-warning-soft px-3 py-1 text-small text-warning"
    >
      <span className="min-w-0 break-words">
        <bdi>{column.title}</bdi>: {counted(otherAnswers, 'answer')} of {versionsText(otherVersions)}. The
        column uses{' '}
        <Link
          to="/prompts/$promptId"
          params={{ promptId: String(promptId) }}
          search={{ tab: 'compare', v: version.version, base: otherVersions[0]!.version_number }}
          className="underline"
        >
          v{version.version} of <bdi>{name}</bdi>
        </Link>{' '}
        now.
        {unknownAnswers > 0 && ` ${counted(unknownAnswers, 'answer')} of unknown version.`}
      </span>
      <span className="ml-auto flex gap-1.5">
        <Button size="small" onClick={() => onShow(column.id)}>
          Show rows
        </Button>
        {running && (
          <Button size="small" isBusy={openDialog.isPending} onClick={() => openDialog.mutate()}>
            Run {counted(otherAnswers, 'cell')}…
          </Button>
        )}
      </span>
    </section>
  )
}

const maxNames = 3

function versionsText(versions: PromptVersionOfColumn['otherVersions']): string {
  const names = versions.slice(0, maxNames).map(({ version_number }) => `v${version_number}`)
  return versions.length > maxNames ? `${names.join(', ')} and others` : names.join(', ')
}
