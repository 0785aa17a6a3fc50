import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Folder, FolderPlus, Layers, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/index.ts'
import { Button, Menu, MenuItem, Problem, SkeletonRows, Tooltip } from '../design/index.ts'
import { FolderDialog, type FolderTask } from './folder-dialog.tsx'
import { type FolderNode, foldersQuery } from './folders.ts'

interface Props {
  readonly chosen: number | undefined
  /** What of all folders together is called. */
  readonly all: string
}

/** Where things are kept; choosing a folder narrows the list beside it. */
export function FolderTree({ chosen, all }: Props) {
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
          <Tooltip label="New folder">
            <Button
              kind="quiet"
              size="small-icon"
              aria-label="New folder"
              onClick={() => setTask({ kind: 'create', parent: chosen || null })}
            >
              <FolderPlus />
            </Button>
          </Tooltip>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-2">
        <Link
          to="."
          search={(search) => ({ ...search, folder: undefined })}
          className={itemLook}
          activeOptions={exactly}
          aria-current={chosen === undefined ? 'page' : undefined}
        >
          <Layers className="size-3.5 shrink-0" aria-hidden />
          {all}
        </Link>
        {error && <Problem error={error} onRetry={refetch} className="m-0" />}
        {!data && !error && <SkeletonRows rows={3} height="h-7" />}
        {data && <Branch nodes={data} chosen={chosen} onTask={mayChange ? setTask : null} />}
      </div>
      {task && <FolderDialog task={task} onClose={() => setTask(null)} />}
    </nav>
  )
}

/** All there is is at a part of every folder’s address; only the whole counts. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

const itemLook =
  'flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink'

interface BranchProps {
  readonly nodes: readonly FolderNode[]
  readonly chosen: number | undefined
  readonly onTask: ((task: FolderTask) => void) | null
}

const Branch = ({ nodes, chosen, onTask }: BranchProps) => (
  <ul>
    {nodes.map((node) => (
      <li key={node.id}>
        <div className="group flex items-center">
          <Link
            to="."
            search={(search) => ({ ...search, folder: node.id })}
            className={itemLook}
            activeOptions={exactly}
            aria-current={chosen === node.id ? 'page' : undefined}
          >
            <Folder className="size-3.5 shrink-0" aria-hidden />
            <bdi className="truncate">{node.name}</bdi>
          </Link>
          {onTask && (
            <Menu
              trigger={
                <Button
                  kind="quiet"
                  size="small-icon"
                  aria-label={`Folder ${node.name}`}
                  className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[popup-open]:opacity-100"
                >
                  ⋯
                </Button>
              }
            >
              <MenuItem onSelect={() => onTask({ kind: 'create', parent: node.id })}>
                <FolderPlus />
                New folder inside
              </MenuItem>
              <MenuItem onSelect={() => onTask({ kind: 'rename', id: node.id, name: node.name })}>
                <Pencil />
                Rename
              </MenuItem>
              <MenuItem danger onSelect={() => onTask({ kind: 'delete', id: node.id, name: node.name })}>
                <Trash2 />
                Delete
              </MenuItem>
            </Menu>
          )}
        </div>
        {node.children.length > 0 && (
          <div className="pl-3">
            <Branch nodes={node.children} chosen={chosen} onTask={onTask} />
          </div>
        )}
      </li>
    ))}
  </ul>
)
