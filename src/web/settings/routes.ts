import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from '../shell/index.ts'

/** A section each, loaded by itself; one that fails leaves the rest usable. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/keys' })
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/keys',
    component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/members',
    component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/connections',
    component: lazyRouteComponent(() => import('./connections.tsx'), 'Connections'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/variables',
    component: lazyRouteComponent(() => import('./variables.tsx'), 'Variables'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/tools',
    component: lazyRouteComponent(() => import('./tools.tsx'), 'Tools'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/mcp-servers',
    component: lazyRouteComponent(() => import('./mcp-servers.tsx'), 'McpServers'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/models',
    component: lazyRouteComponent(() => import('./models.tsx'), 'Models'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/retention',
    component: lazyRouteComponent(() => import('./retention.tsx'), 'Retention'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/prices',
    component: lazyRouteComponent(() => import('./prices.tsx'), 'Prices'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/storage',
    component: lazyRouteComponent(() => import('./storage.tsx'), 'Storage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/code',
    component: lazyRouteComponent(() => import('./code.tsx'), 'Code'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/audit',
    component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/account',
    component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
  }),
] as const
