import { createRoute } from '@tanstack/react-router'
import { lazyScreen, rootRoute } from '../shell/index.ts'

/** Only the development server (`npm run web`) has this page. */
export const designPageRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/design',
        component: lazyScreen(() => import('./design-page.tsx'), 'DesignPage'),
      }),
    ]
  : []
