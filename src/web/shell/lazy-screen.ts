import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../api/index.ts'

/**
 * Loads a screen, or a large part of one, on first use. If the part no longer exists, the router reloads the
 * page. Without a connection it does not, because a reload would lose the page.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPart(importer), name)
