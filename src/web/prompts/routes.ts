import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)
const version = optional(z.int().check(z.positive()))

export const promptRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts',
    validateSearch: z.object({
      find: optional(z.string()),
      /** 0 means no folder. */
      folder: optional(z.int().check(z.nonnegative())),
      sort: optional(z.enum(['name', 'updated_at'])),
      order: optional(z.enum(['asc', 'desc'])),
    }),
    component: lazyScreen(() => import('./list/prompt-list.tsx'), 'PromptList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/new',
    validateSearch: z.object({
      name: z.catch(z.string().check(z.minLength(1)), 'Untitled'),
      kind: z.catch(z.enum(['chat', 'completion']), 'chat'),
      folder: optional(z.int().check(z.positive())),
      run: optional(z.literal(true)),
    }),
    component: lazyScreen(() => import('./page/new-prompt-page.tsx'), 'NewPromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/$promptId',
    validateSearch: z.object({
      tab: optional(z.enum(['editor', 'compare', 'usage', 'evaluations', 'code', 'comments', 'settings'])),
      /** Filters and grouping of the Usage tab. */
      ...filterSchema,
      by: optional(z.enum(['version', 'label'])),
      /** The id of the dynamic label in the editor; 0 is a new one. */
      dynamic: optional(z.int().check(z.nonnegative())),
      /** The number of the shown version; absent: the latest. */
      v: version,
      /** The number of the version to compare with. */
      base: version,
      mode: optional(z.enum(['unified', 'split'])),
      /** Whether the run drawer is open. */
      run: optional(z.literal(true)),
    }),
    component: lazyScreen(() => import('./page/prompt-page.tsx'), 'PromptPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts/releases',
    validateSearch: z.object({ status: optional(z.enum(['approved', 'denied', 'withdrawn'])) }),
    component: lazyScreen(() => import('./release/releases.tsx'), 'Releases'),
  }),
] as const
