import { createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import { flag, integer, lazyScreen, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'

const section = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })

/** Sections are loaded one by one, so that the others work if one cannot be loaded. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/general' })
    },
  }),
  section(
    '/settings/general',
    lazyScreen(() => import('./general.tsx'), 'General'),
  ),
  section(
    '/settings/keys',
    lazyScreen(() => import('./keys.tsx'), 'Keys'),
  ),
  section(
    '/settings/members',
    lazyScreen(() => import('./members.tsx'), 'Members'),
  ),
  section(
    '/settings/labels',
    lazyScreen(() => import('./protected-labels.tsx'), 'ProtectedLabels'),
  ),
  section(
    '/settings/dynamic-labels',
    lazyScreen(() => import('./dynamic-labels.tsx'), 'DynamicLabels'),
  ),
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
  section(
    '/settings/variables',
    lazyScreen(() => import('./variables.tsx'), 'Variables'),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/tools',
    beforeLoad: ({ location }) => {
      throw redirect({ href: `/tools${location.searchStr}` })
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools',
    validateSearch: paramsOf({ open: integer(1), show: oneOf('snippets'), find: text }),
    component: lazyScreen(() => import('./tools-and-snippets.tsx'), 'ToolsAndSnippets'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/skills',
    validateSearch: paramsOf({ open: text }),
    component: lazyScreen(() => import('./skills.tsx'), 'Skills'),
  }),
  section(
    '/settings/mcp-servers',
    lazyScreen(() => import('./mcp-servers.tsx'), 'McpServers'),
  ),
  section(
    '/settings/models',
    lazyScreen(() => import('./models.tsx'), 'Models'),
  ),
  section(
    '/settings/retention',
    lazyScreen(() => import('./retention.tsx'), 'Retention'),
  ),
  section(
    '/settings/log-export',
    lazyScreen(() => import('./log-export.tsx'), 'LogExportSettings'),
  ),
  section(
    '/settings/privacy',
    lazyScreen(() => import('./privacy.tsx'), 'Privacy'),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/person-deletions',
    /** The first identifier for a new deletion. */
    validateSearch: paramsOf({ person: text }),
    component: lazyScreen(() => import('./person-deletions.tsx'), 'PersonDeletions'),
  }),
  section(
    '/settings/recently-deleted',
    lazyScreen(() => import('./recently-deleted.tsx'), 'RecentlyDeleted'),
  ),
  section(
    '/settings/prices',
    lazyScreen(() => import('./prices.tsx'), 'Prices'),
  ),
  section(
    '/settings/storage',
    lazyScreen(() => import('./storage.tsx'), 'Storage'),
  ),
  section(
    '/settings/code',
    lazyScreen(() => import('./code.tsx'), 'Code'),
  ),
  section(
    '/settings/audit',
    lazyScreen(() => import('./audit.tsx'), 'Audit'),
  ),
  section(
    '/settings/accounts',
    lazyScreen(() => import('./accounts.tsx'), 'Accounts'),
  ),
  section(
    '/settings/workspaces',
    lazyScreen(() => import('./installation-workspaces.tsx'), 'InstallationWorkspaces'),
  ),
  section(
    '/settings/account',
    lazyScreen(() => import('./account.tsx'), 'Account'),
  ),
] as const
