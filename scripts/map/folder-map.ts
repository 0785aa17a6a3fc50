import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { doorless } from './doorless.ts'

/** Folders in which every direct subfolder must have a line in the map. */
const listed = ['src/engine/', 'src/server/', 'src/web/', 'test/']

/** The text of docs/map.md, made from the comments at the top of the `index.ts` files. */
export function folderMap(root: URL): string {
  const lines = new Map(Object.entries(doorless))
  const duplicates: string[] = []
  for (const door of globSync('src/**/index.ts', { cwd: root.pathname })) {
    const line = headOf(readFileSync(new URL(door, root), 'utf8'))
    const folder = door.replace(/index\.ts$/, '')
    if (line !== null && folder in doorless) duplicates.push(folder)
    if (line !== null) lines.set(folder, line)
  }
  const problems = [
    ...duplicates.map(namedTwice),
    ...listed
      .flatMap((folder) => foldersIn(root, folder))
      .filter((folder) => !lines.has(folder))
      .map(missing),
    ...Object.keys(doorless)
      .filter((folder) => !existsSync(new URL(folder, root)))
      .map(missingFolder),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const rows = [...lines].sort(byMapOrder).map(([folder, line]) => `| \`${folder}\` | ${line} |`)
  return `${head}${rows.join('\n')}\n`
}

/** The comment at the start of a file, on one line; null if the file starts without a comment. */
export function headOf(text: string): string | null {
  const comment = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:\n|import |export (?:type )?[*{])/.exec(text)?.[1]
  return (
    comment
      ?.replace(/^\s*\*? ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim() ?? null
  )
}

const missing = (folder: string) =>
  `${folder} has no line in docs/map.md: begin its index.ts with a comment and an empty line, or add it to scripts/map/doorless.ts`
const namedTwice = (folder: string) =>
  `scripts/map/doorless.ts names ${folder}, whose index.ts begins with its line`
const missingFolder = (folder: string) => `scripts/map/doorless.ts names ${folder}, which does not exist`

function foldersIn(root: URL, path: string): string[] {
  return readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}${entry.name}/`)
}

/**
 * The order of the map: sources before tests, benchmarks and scripts, and a folder before those inside it.
 */
const order = ['src/engine/', 'src/contract/', 'src/server/', 'src/web/', 'test/', 'bench/', 'scripts/']
function byMapOrder([left]: readonly [string, string], [right]: readonly [string, string]): number {
  const rank = (folder: string) => order.findIndex((start) => folder.startsWith(start))
  return rank(left) - rank(right) || (left < right ? -1 : 1)
}

const head = `# Map

Where everything is. [architecture.md](architecture.md) says how it works together. \`npm run map\` makes this page from the
comments at the top of the \`index.ts\` files; folders without one are in \`scripts/map/doorless.ts\`.

| folder | what it holds |
|---|---|
`
