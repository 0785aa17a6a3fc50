import type { FolderNode, FolderTree } from './tree.ts'

/**
 * The folders that a path can mean. Names are joined by dots or slashes and may hold either themselves, so
 * every way of splitting is tried, longest names first. A path with a slash is read with slashes alone to
 * begin with: `/a.b` is the folder "a.b" at the root, whatever stands beside it.
 */
export function foldersAt<F extends FolderNode>(tree: FolderTree<F>, path: string): F[] {
  const bySlashes = path.includes('/') ? matches(tree, null, path.replace(/^\/|\/$/g, ''), '/') : []
  return bySlashes.length > 0 ? bySlashes : matches(tree, null, path, './')
}

/** Each folder has one place in the text where it could stand, so no folder is looked at twice. */
function matches<F extends FolderNode>(
  tree: FolderTree<F>,
  parent: number | null,
  text: string,
  separators: string,
): F[] {
  return tree
    .children(parent)
    .filter(({ name }) => text.startsWith(name))
    .sort((a, b) => b.name.length - a.name.length)
    .flatMap((folder) => {
      const { length } = folder.name
      if (length === text.length) return [folder]
      return separators.includes(text[length]!)
        ? matches(tree, folder.id, text.slice(length + 1), separators)
        : []
    })
}
