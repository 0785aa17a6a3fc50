const shown = 5
/** Below this share of common pairs of letters two paths are unrelated. */
const minLikeness = 0.35

/** The paths most similar to one that does not exist, most similar first. */
export function nearPaths(missing: string, paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, likeness: likeness(withoutEnding(missing), withoutEnding(path)) }))
    .filter(({ likeness }) => likeness >= minLikeness)
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, shown)
    .map(({ path }) => path)
}

/**
 * The similarity of two paths from 0 to 1: Dice's coefficient over pairs of letters, of the whole paths or of
 * the file names, whichever is higher.
 */
function likeness(left: string, right: string): number {
  return Math.max(pairLikeness(left, right), pairLikeness(lastName(left), lastName(right)))
}

function pairLikeness(left: string, right: string): number {
  const [pairs, otherPairs] = [pairsOf(left), pairsOf(right)]
  const shared = [...pairs].filter((pair) => otherPairs.has(pair)).length
  return (2 * shared) / (pairs.size + otherPairs.size)
}

function pairsOf(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)))
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const withoutEnding = (path: string): string =>
  path.replace(/(\.(sqlite|postgres|property|test))*\.tsx?$/, '')
