/**
 * A number from 0 to 2^32 - 1 that a text always gets: FNV-1a over its UTF-16 code units, low byte first, then
 * the finish of MurmurHash3, as FNV alone spreads texts that differ in their last letter only over few of the
 * high bits. Who is served what depends on it, so it never changes.
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
