import { createRoute } from '@tanstack/react-router'
import { filterSchema } from '../requests/routes.ts'
import { flag, integer, lazyScreen, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'

const version = integer(1)

export const promptRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts',
    validateSearch: paramsOf({
      find: text,
      /** 0 means no folder. */
      folder: integer(0),
      sort: oneOf('name', 'updated_at'),
      order: oneOf('asc', 'desc'),
    }),
    component: lazyScreen(() => import('./list/prompt-list.tsx'), 'PromptList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/new',
    validateSearch: paramsOf({
      name: text,
      kind: oneOf('chat', 'completion'),
      folder: integer(1),
      run: flag,
    }),
    component: lazyScreen(() => import('./page/new-prompt-page.tsx'), 'NewPromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/$promptId',
    validateSearch: paramsOf({
      tab: oneOf('editor', 'compare', 'usage', 'evaluations', 'code', 'comments', 'settings'),
      /** Filters and grouping of the Usage tab. */
      ...filterSchema,
      by: oneOf('version', 'label'),
      /** The id of the dynamic label in the editor; 0 is a new one. */
      dynamic: integer(0),
      /** The number of the shown version; absent: the latest. */
      v: version,
      /** The number of the version to compare with. */
      base: version,
      mode: oneOf('unified', 'split'),
      /** Whether the run drawer is open. */
      run: flag,
      /** The name of the label that the dialog is about to move. */
      move: text,
    }),
    component: lazyScreen(() => import('./page/prompt-page.tsx'), 'PromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/releases',
    validateSearch: paramsOf({ status: oneOf('approved', 'denied', 'withdrawn') }),
    component: lazyScreen(() => import('./release/releases.tsx'), 'Releases'),
  }),
] as const
