/** Folder, from a project's root, where each provider's agent looks for files. */
const prefixes: Readonly<Record<string, string>> = {
  claude_code: '.claude/',
  openai: '.agents/',
  openclaw: '.openclaw/',
}
/** Agents that read skills from a folder of that name; OpenClaw's workspace has its own. */
const providersWithSkillsFolder: ReadonlySet<string> = new Set(['claude_code', 'openai'])
const skillsFolder = 'skills/'
const skillFile = '/SKILL.md'

const prefixOf = (provider: string | null): string =>
  provider !== null && Object.hasOwn(prefixes, provider) ? prefixes[provider]! : ''

/**
 * Paths on disk for paths in the collection: under the provider's prefix; a folder with a SKILL.md also goes under
 * `skills/`, unless the collection has its own `skills` folder. No two files share a path on disk.
 */
export function diskPathsOf(provider: string | null, paths: readonly string[]): (path: string) => string {
  const prefix = prefixOf(provider)
  if (prefix === '') return (path) => path
  const usesSkillsFolder = providersWithSkillsFolder.has(provider!) && !hasSkillsFolder(paths)
  const skills = new Set(usesSkillsFolder ? paths.filter(isSkillFile).map(firstFolder) : [])
  return (path) => (skills.has(firstFolder(path)) ? `${prefix}${skillsFolder}${path}` : `${prefix}${path}`)
}

/**
 * The inverse mapping, for clients that pull, change and send files by their paths on disk.
 * `paths` are those of the earlier version.
 */
export function pathsOf(provider: string | null, paths: readonly string[]): (diskPath: string) => string {
  const prefix = prefixOf(provider)
  if (prefix === '') return (diskPath) => diskPath
  const usesSkillsFolder =
    providersWithSkillsFolder.has(provider!) && paths.length > 0 && !hasSkillsFolder(paths)
  return (diskPath) => {
    if (!diskPath.startsWith(prefix)) return diskPath
    const path = diskPath.slice(prefix.length)
    return usesSkillsFolder && path.startsWith(skillsFolder) ? path.slice(skillsFolder.length) : path
  }
}

const hasSkillsFolder = (paths: readonly string[]) => paths.some((path) => path.startsWith(skillsFolder))
const firstFolder = (path: string) => path.slice(0, path.indexOf('/') + 1)
const isSkillFile = (path: string) =>
  path.endsWith(skillFile) && path.indexOf('/') === path.length - skillFile.length
