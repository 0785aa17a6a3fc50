export const maxPathLength = 512
/** The name limit of common file systems. */
const maxNameLength = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for control characters.
const control = /[\u0000-\u001f\u007f]/
const drive = /^[a-z]:/i

export type PathReading = { readonly path: string } | { readonly problem: string }

/**
 * Normalises a file's path inside a collection, or refuses it, because clients write files to these paths. Unicode is
 * composed (macOS sends it decomposed); `.` and empty steps are removed.
 */
export function readFilePath(text: string): PathReading {
  if (control.test(text) || !text.isWellFormed()) return { problem: 'must not hold control characters' }
  if (text.includes('\\')) return { problem: 'must be separated by /' }
  if (text.startsWith('/') || drive.test(text)) return { problem: 'must be relative to the collection' }
  if (text.endsWith('/')) return { problem: 'must name a file, not a folder' }
  const steps = text
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.')
  if (steps.length === 0) return { problem: 'must name a file' }
  if (steps.includes('..')) return { problem: 'must not lead out of the collection' }
  if (drive.test(steps[0]!)) return { problem: 'must be relative to the collection' }
  const path = steps.join('/')
  if (path.length > maxPathLength) return { problem: `must have at most ${maxPathLength} characters` }
  if (steps.some((step) => step.length > maxNameLength))
    return { problem: `must not hold a name of more than ${maxNameLength} characters` }
  return { path }
}
