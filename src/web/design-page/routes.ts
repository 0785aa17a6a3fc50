import { createRoute } from '@tanstack/react-router'
import { lazyScreen, rootRoute } from '../shell/index.ts'

/** Only `npm run web` has it. */
export const designPageRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/design',
        component: lazyScreen(() => import('./design-page.tsx'), 'DesignPage'),
      }),
    ]
  : []
