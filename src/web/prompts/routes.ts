import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema } from '../requests/routes.ts'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

const version = optionalParam(z.int().check(z.positive()))

export const promptRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts',
    validateSearch: z.object({
      find: optionalParam(z.string()),
      /** 0 means no folder. */
      folder: optionalParam(z.int().check(z.nonnegative())),
      sort: optionalParam(z.enum(['name', 'updated_at'])),
      order: optionalParam(z.enum(['asc', 'desc'])),
    }),
    component: lazyScreen(() => import('./list/prompt-list.tsx'), 'PromptList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/new',
    validateSearch: z.object({
      name: z.catch(z.string().check(z.minLength(1)), 'Untitled'),
      kind: z.catch(z.enum(['chat', 'completion']), 'chat'),
      folder: optionalParam(z.int().check(z.positive())),
      run: optionalParam(z.literal(true)),
    }),
    component: lazyScreen(() => import('./page/new-prompt-page.tsx'), 'NewPromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/$promptId',
    validateSearch: z.object({
      tab: optionalParam(
        z.enum(['editor', 'compare', 'usage', 'evaluations', 'code', 'comments', 'settings']),
      ),
      /** Filters and grouping of the Usage tab. */
      ...filterSchema,
      by: optionalParam(z.enum(['version', 'label'])),
      /** The id of the dynamic label in the editor; 0 is a new one. */
      dynamic: optionalParam(z.int().check(z.nonnegative())),
      /** The number of the shown version; absent: the latest. */
      v: version,
      /** The number of the version to compare with. */
      base: version,
      mode: optionalParam(z.enum(['unified', 'split'])),
      /** Whether the run drawer is open. */
      run: optionalParam(z.literal(true)),
      /** The name of the label that the dialog is about to move. */
      move: optionalParam(z.string()),
    }),
    component: lazyScreen(() => import('./page/prompt-page.tsx'), 'PromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/releases',
    validateSearch: z.object({ status: optionalParam(z.enum(['approved', 'denied', 'withdrawn'])) }),
    component: lazyScreen(() => import('./release/releases.tsx'), 'Releases'),
  }),
] as const
