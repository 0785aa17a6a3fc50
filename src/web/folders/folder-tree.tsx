import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMay } from '../api/index.ts'
import { QueryState, TipButton } from '../design/index.ts'
import { FolderPlus, Layers } from '../icons/index.ts'
import { lazyScreen } from '../shell/index.ts'
import type { FolderTask } from './folder-dialog.tsx'
import { exactAddress, Folders, itemStyle } from './folder-rows.tsx'
import { foldersQuery } from './folders.ts'

const FolderDialog = lazyScreen(() => import('./folder-dialog.tsx'), 'FolderDialog')

interface Props {
  /** The folder in the address. */
  readonly chosen: number | undefined
  /** The label of the line for all folders. */
  readonly allLabel: string
}

/** The folders of the workspace; choosing one filters the list beside it. */
export function FolderTree({ chosen, allLabel: all }: Props) {
  const { data, error, refetch } = useQuery(foldersQuery)
  const mayChange = useMay('contributor')
  const [task, setTask] = useState<FolderTask | null>(null)
  return (
    <nav
      aria-label="Folders"
      className="flex w-[208px] shrink-0 max-[1100px]:w-40 flex-col border-r bg-surface max-sm:max-h-40 max-sm:w-auto max-sm:border-r-0 max-sm:border-b"
    >
      <div className="flex h-8 shrink-0 items-center justify-between border-b pr-1 pl-4 text-small text-ink-faint">
        Folders
        {mayChange && (
          <TipButton tip="New folder" onClick={() => setTask({ kind: 'create', parent: chosen || null })}>
            <FolderPlus />
          </TipButton>
        )}
      </div>
      <div className="flex shrink-0 px-2 pt-2">
        <Link
          to="."
          search={(search) => ({ ...search, folder: undefined })}
          className={itemStyle}
          activeOptions={exactAddress}
          aria-current={chosen === undefined ? 'page' : undefined}
        >
          <Layers className="size-3.5 shrink-0" aria-hidden />
          {all}
        </Link>
      </div>
      <QueryState query={{ data, error, refetch }} rows={3} height="h-7" className="mx-2 mt-1" />
      {data && <Folders nodes={data} chosen={chosen} onTask={mayChange ? setTask : null} />}
      <Suspense>{task && <FolderDialog task={task} onClose={() => setTask(null)} />}</Suspense>
    </nav>
  )
}
