import { readFilePath } from '../../engine/skills/file-path.ts'
import { diskPathsOf } from '../../engine/skills/provider-layout.ts'
import type { Answer } from '../api/index.ts'

/** Agents that look for skills in a folder of their own, by the names of the API. */
export const skillProviders: Readonly<Record<string, string>> = {
  claude_code: 'Claude Code',
  openai: 'OpenAI Codex',
  openclaw: 'OpenClaw',
}

/** The texts of a collection's files by their paths in it. */
export type SkillFiles = Readonly<Record<string, string>>

/** The changes from `before` to `after`, in the form of the API. */
export const changesOf = (before: SkillFiles, after: SkillFiles) => ({
  file_updates: Object.entries(after).flatMap(([path, content]) =>
    Object.hasOwn(before, path) && before[path] === content ? [] : [{ path, content }],
  ),
  deletes: Object.keys(before).filter((path) => !Object.hasOwn(after, path)),
})

/** The normalised path of a new file, or the reason why it cannot be one. */
export function newPathOf(typed: string, files: SkillFiles): { path: string } | { problem: string } {
  const parsed = readFilePath(typed.trim())
  if ('problem' in parsed) return { problem: `The path ${parsed.problem}.` }
  if (Object.hasOwn(files, parsed.path)) return { problem: 'The collection already has this file.' }
  return parsed
}

/** The files by their paths in the collection. An answer has them by their paths on disk. */
export function filesOf({ files, version }: Answer<'readSkillCollection'>): SkillFiles {
  const paths = version?.file_paths ?? []
  const diskPathOf = diskPathsOf(version?.provider ?? null, paths)
  return Object.fromEntries(paths.map((path) => [path, files[diskPathOf(path)] ?? '']))
}

/**
 * The texts of the chosen files by their paths. The path of a file in a chosen folder begins with the name of
 * the folder.
 * @throws Error that names a file that is not a text, or whose path is not valid in a collection.
 */
export async function uploadedFiles(chosen: Iterable<File>): Promise<SkillFiles> {
  const files: Record<string, string> = {}
  for (const file of chosen) {
    const parsed = readFilePath(file.webkitRelativePath || file.name)
    if ('problem' in parsed) throw new Error(`${file.name} is not added: its path ${parsed.problem}.`)
    try {
      files[parsed.path] = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    } catch {
      throw new Error(`${file.name} is not added: it is not a text in UTF-8.`)
    }
  }
  return files
}
