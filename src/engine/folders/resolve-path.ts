import type { FolderNode, FolderTree } from './tree.ts'

/**
 * Folders that match a path. Names are joined by dots or slashes and may contain both, so every split is tried, longest
 * names first. If the path has a slash, slash-only splits are tried first: `/a.b` is the folder "a.b" at the root.
 */
export function foldersAt<F extends FolderNode>(tree: FolderTree<F>, path: string): F[] {
  const bySlashes = path.includes('/') ? matches(tree, null, path.replace(/^\/|\/$/g, ''), '/') : []
  return bySlashes.length > 0 ? bySlashes : matches(tree, null, path, './')
}

/** A folder can match at one offset of the text only, so no folder is visited twice. */
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
