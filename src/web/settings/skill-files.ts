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

/** The changes that make `after` of `before`, as the API takes them. */
export const changesOf = (before: SkillFiles, after: SkillFiles) => ({
  file_updates: Object.entries(after).flatMap(([path, content]) =>
    Object.hasOwn(before, path) && before[path] === content ? [] : [{ path, content }],
  ),
  deletes: Object.keys(before).filter((path) => !Object.hasOwn(after, path)),
})

/** The normalised path of a new file, or the reason why it cannot be one. */
export function newPathOf(typed: string, files: SkillFiles): { path: string } | { problem: string } {
  const reading = readFilePath(typed.trim())
  if ('problem' in reading) return { problem: `The path ${reading.problem}.` }
  if (Object.hasOwn(files, reading.path)) return { problem: 'The collection has this file already.' }
  return reading
}

/** The files by their paths in the collection; an answer has them by their paths on disk. */
export function filesOf({ files, version }: Answer<'readSkillCollection'>): SkillFiles {
  const paths = version?.file_paths ?? []
  const diskPathOf = diskPathsOf(version?.provider ?? null, paths)
  return Object.fromEntries(paths.map((path) => [path, files[diskPathOf(path)] ?? '']))
}

/**
 * The texts of chosen files by their paths, with those of a folder from its own name on.
 * @throws Error that names a file which is no text, or whose path a collection cannot have.
 */
export async function uploadedFiles(chosen: Iterable<File>): Promise<SkillFiles> {
  const files: Record<string, string> = {}
  for (const file of chosen) {
    const reading = readFilePath(file.webkitRelativePath || file.name)
    if ('problem' in reading) throw new Error(`${file.name} is not added: its path ${reading.problem}.`)
    try {
      files[reading.path] = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    } catch {
      throw new Error(`${file.name} is not added: it is not a text in UTF-8.`)
    }
  }
  return files
}
