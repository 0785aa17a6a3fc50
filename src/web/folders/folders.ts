import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'

export interface FolderNode {
  readonly id: number
  readonly name: string
  readonly children: readonly FolderNode[]
}

interface Flat {
  readonly id: number
  readonly name: string
  readonly folder_id: number | null
}

export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => {
    const query = { filter_type: 'FOLDER', flatten: true, sort_by: 'name', sort_order: 'asc' } as const
    const { entities } = await call('listFolderEntities', { query, signal })
    return treeOf(entities)
  },
})

function treeOf(folders: readonly Flat[]): readonly FolderNode[] {
  const inside = Map.groupBy(folders, (folder) => folder.folder_id)
  const nodes = (parent: number | null): FolderNode[] =>
    (inside.get(parent) ?? []).map(({ id, name }) => ({ id, name, children: nodes(id) }))
  return nodes(null)
}

/** The tree from top to bottom, in the order of the screen. */
export const linesOf = (nodes: readonly FolderNode[], depth = 0): { node: FolderNode; depth: number }[] =>
  nodes.flatMap((node) => [{ node, depth }, ...linesOf(node.children, depth + 1)])

/** The tree as a list, each folder with the names of its path. */
export function pathsOf(
  nodes: readonly FolderNode[],
  above: readonly string[] = [],
): { id: number; path: string[] }[] {
  return nodes.flatMap(({ id, name, children }) => {
    const path = [...above, name]
    return [{ id, path }, ...pathsOf(children, path)]
  })
}

/** The folder that holds another one; undefined at the top. */
export function parentOf(nodes: readonly FolderNode[], id: number): FolderNode | undefined {
  return linesOf(nodes).find(({ node }) => node.children.some((child) => child.id === id))?.node
}

/** The tree without a folder and the folders inside it. */
export const withoutFolder = (nodes: readonly FolderNode[], id: number): readonly FolderNode[] =>
  nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, children: withoutFolder(node.children, id) }))
