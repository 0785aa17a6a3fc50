import { readFilePath } from '../../engine/skills/file-path.ts'

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
