import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../design/index.ts'

/**
 * Loads a screen, or a large part of one, on first use. Until the server answers, the screen before it stays. If the
 * part no longer exists, the router reloads the page.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPart(importer), name)

/**
 * As `lazyScreen`, for a part that any work needs soon. It is loaded at the first click or key, so that it opens at
 * once, and opens if the server cannot be reached by then.
 */
export const earlyPart: typeof lazyRouteComponent = (importer, name) => {
  const part = lazyScreen(importer, name)
  const loaded = new AbortController()
  const load = async () => {
    await part.preload?.()
    // The router removes `preload` once the part is loaded; after a failure the next input tries again.
    if (!part.preload) loaded.abort()
  }
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, load, { capture: true, passive: true, signal: loaded.signal })
  return part
}
