import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { IconButton, Menu, MenuItem } from '../design/index.ts'
import { Ellipsis, Folder, FolderInput, FolderPlus, Pencil, Trash2 } from '../icons/index.ts'
import type { FolderTask } from './folder-dialog.tsx'
import { type FolderNode, linesOf } from './folders.ts'

/** Compares whole addresses, because the address of "All" is a prefix of every folder's. */
export const exactAddress = { exact: true, includeSearch: true, explicitUndefined: true }

export const itemStyle =
  'flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink'

interface FoldersProps {
  readonly nodes: readonly FolderNode[]
  readonly chosen: number | undefined
  readonly onTask: ((task: FolderTask) => void) | null
}

const rowHeight = 28
const indent = 12
/** Deeper folders are not indented further, so that their names can be read. */
const maxIndentLevels = 6

/** The visible part of any number of folders; inner folders are below their parents. */
export function Folders({ nodes, chosen, onTask }: FoldersProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => linesOf(nodes), [nodes])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const chosenIndex = rows.findIndex(({ node }) => node.id === chosen)
  useEffect(() => {
    if (chosenIndex >= 0) virtual.scrollToIndex(chosenIndex)
  }, [chosenIndex, virtual])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-2 pb-2">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { node, depth } = rows[index]!
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: ARIA 1.2 allows aria-level on list items, which the rule lacks
            <li
              key={node.id}
              aria-level={depth + 1}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="group absolute inset-x-0 flex items-center"
              style={{ top: start, paddingLeft: Math.min(depth, maxIndentLevels) * indent }}
            >
              <FolderLine node={node} isChosen={chosen === node.id} onTask={onTask} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface LineProps extends Pick<FoldersProps, 'onTask'> {
  readonly node: FolderNode
  readonly isChosen: boolean
}

const FolderLine = ({ node, isChosen, onTask }: LineProps) => (
  <>
    <Link
      to="."
      search={(search) => ({ ...search, folder: node.id })}
      className={itemStyle}
      title={node.name}
      activeOptions={exactAddress}
      aria-current={isChosen ? 'page' : undefined}
    >
      <Folder className="size-3.5 shrink-0" aria-hidden />
      <bdi className="truncate">{node.name}</bdi>
    </Link>
    {onTask && (
      <Menu
        trigger={
          <IconButton
            label={`Folder ${node.name}`}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[popup-open]:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis />
          </IconButton>
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
        <MenuItem onSelect={() => onTask({ kind: 'move', id: node.id, name: node.name })}>
          <FolderInput />
          Move
        </MenuItem>
        <MenuItem danger onSelect={() => onTask({ kind: 'delete', id: node.id, name: node.name })}>
          <Trash2 />
          Delete
        </MenuItem>
      </Menu>
    )}
  </>
)
