import { createRoute, redirect } from '@tanstack/react-router'
import { flag, integer, lazyScreen, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'

/** Sections are loaded one by one, so that the others work if one cannot be loaded. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/general' })
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/general',
    component: lazyScreen(() => import('./general.tsx'), 'General'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/keys',
    component: lazyScreen(() => import('./keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/members',
    component: lazyScreen(() => import('./members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/labels',
    component: lazyScreen(() => import('./protected-labels.tsx'), 'ProtectedLabels'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/dynamic-labels',
    component: lazyScreen(() => import('./dynamic-labels.tsx'), 'DynamicLabels'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/variable-sets',
    validateSearch: paramsOf({ open: integer(1) }),
    component: lazyScreen(() => import('./variable-sets.tsx'), 'VariableSets'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/connections',
    validateSearch: paramsOf({ add: flag }),
    component: lazyScreen(() => import('./connections.tsx'), 'Connections'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/variables',
    component: lazyScreen(() => import('./variables.tsx'), 'Variables'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools',
    validateSearch: paramsOf({ open: integer(1), show: oneOf('snippets') }),
    component: lazyScreen(() => import('./tools-and-snippets.tsx'), 'ToolsAndSnippets'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/skills',
    validateSearch: paramsOf({ open: text }),
    component: lazyScreen(() => import('./skills.tsx'), 'Skills'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/mcp-servers',
    component: lazyScreen(() => import('./mcp-servers.tsx'), 'McpServers'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/models',
    component: lazyScreen(() => import('./models.tsx'), 'Models'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/retention',
    component: lazyScreen(() => import('./retention.tsx'), 'Retention'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/log-export',
    component: lazyScreen(() => import('./log-export.tsx'), 'LogExportSettings'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/privacy',
    component: lazyScreen(() => import('./privacy.tsx'), 'Privacy'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/person-deletions',
    /** The first identifier for a new deletion. */
    validateSearch: paramsOf({ person: text }),
    component: lazyScreen(() => import('./person-deletions.tsx'), 'PersonDeletions'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/recently-deleted',
    component: lazyScreen(() => import('./recently-deleted.tsx'), 'RecentlyDeleted'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/prices',
    component: lazyScreen(() => import('./prices.tsx'), 'Prices'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/storage',
    component: lazyScreen(() => import('./storage.tsx'), 'Storage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/code',
    component: lazyScreen(() => import('./code.tsx'), 'Code'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/audit',
    component: lazyScreen(() => import('./audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/accounts',
    component: lazyScreen(() => import('./accounts.tsx'), 'Accounts'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/workspaces',
    component: lazyScreen(() => import('./installation-workspaces.tsx'), 'InstallationWorkspaces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/account',
    component: lazyScreen(() => import('./account.tsx'), 'Account'),
  }),
] as const
