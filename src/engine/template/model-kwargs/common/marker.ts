import { isFields } from '../../../json/fields.ts'

/**
 * A cache marker: the undocumented key `cache_control` on a block, message, tool call or tool. PromptLayer (reference 4.4)
 * describes its effect only; the name is Anthropic's.
 */
export interface Marker {
  type: string
  ttl?: string
}

/** The first valid cache marker of these objects. */
export const markerOf = (...holders: unknown[]): Marker | null => {
  for (const holder of holders) {
    const marker = isFields(holder) ? holder['cache_control'] : null
    if (!isFields(marker) || typeof marker['type'] !== 'string') continue
    return typeof marker['ttl'] === 'string'
      ? { type: marker['type'], ttl: marker['ttl'] }
      : { type: marker['type'] }
  }
  return null
}
