import type { Page } from '@playwright/test'
import { inGrid, keys, type Popup, press, problem } from './popups.ts'
import type { Story } from './story.ts'

export interface Screen {
  readonly name: string
  /** The path in the router. */
  readonly route: string
  address(story: Story): string
  /** Text that is visible once the screen has its data. */
  readonly ready: string | RegExp
  /** True if the screen is shown without a session. */
  readonly isEntrance?: true
  readonly popups?: readonly Popup[]
}

const settings = (section: string, ready: string | RegExp, ...popups: readonly Popup[]): Screen => ({
  name: `settings-${section}`,
  route: `/settings/${section}`,
  address: () => `/settings/${section}`,
  ready,
  popups,
})

/** Every screen, with popups beyond the menus and lists that the suite opens by itself. */
export const screens: readonly Screen[] = [
  {
    name: 'sign-in',
    route: '/sign-in',
    address: () => '/sign-in',
    ready: 'Sign in to Galley',
    isEntrance: true,
  },
  { name: 'setup', route: '/setup', address: () => '/setup', ready: 'Galley is set up', isEntrance: true },
  { name: 'join', route: '/join', address: () => '/join', ready: 'The link is incomplete', isEntrance: true },
  { name: 'welcome', route: '/welcome', address: () => '/welcome', ready: 'Prompts that fail today' },
  {
    name: 'home',
    route: '/',
    address: () => '/',
    ready: 'Changed lately',
    popups: [keys('?'), keys('Control+k')],
  },
  {
    name: 'prompts',
    route: '/prompts',
    address: () => '/prompts',
    ready: 'ticket-triage',
    popups: [
      press('New prompt'),
      press('New folder'),
      press('Folder Support', 'Delete'),
      press(/^Workspace/, 'New workspace'),
    ],
  },
  {
    name: 'new-prompt',
    route: '/prompts/new',
    address: () => '/prompts/new?name=reply',
    ready: 'Not saved yet',
    popups: [press(/^Classify/, 'Save version')],
  },
  {
    name: 'releases',
    route: '/prompts/releases',
    address: () => '/prompts/releases',
    ready: 'Sorts refunds of shipped orders right.',
  },
  {
    name: 'prompt',
    route: '/prompts/$promptId',
    address: ({ prompt }) => `/prompts/${prompt}`,
    ready: 'Add message',
    // The edits stay as a draft.
    popups: [press('Move label'), press('Dynamic label'), press('Ask for JSON'), press('Add message')],
  },
  { name: 'inbox', route: '/inbox', address: () => '/inbox', ready: 'Nothing unread' },
  ...(['compare', 'usage', 'evaluations', 'code', 'comments', 'settings'] as const).map(
    (tab): Screen => ({
      name: `prompt-${tab}`,
      route: '/prompts/$promptId',
      address: ({ prompt }) => `/prompts/${prompt}?tab=${tab}`,
      ready: {
        compare: 'Unified',
        usage: 'Newest requests',
        evaluations: 'Support triage',
        code: 'JavaScript',
        comments: 'Comment',
        settings: 'Attach',
      }[tab],
      popups: tab === 'compare' ? [press('Split')] : [],
    }),
  ),
  {
    name: 'requests',
    route: '/requests',
    address: () => '/requests',
    ready: 'Production: without playground and evaluations',
    popups: [
      press('Export'),
      press('Add to table'),
      press('Cost as a table'),
      press('Slow'),
      press('Slow in the shop', /^More for view/, 'Rename'),
      problem,
      { name: 'filter', open: (page) => page.getByRole('combobox', { name: 'Filter', exact: true }).click() },
    ],
  },
  {
    name: 'request',
    route: '/requests',
    address: ({ request }) => `/requests?request=${request}`,
    ready: 'Open in playground',
    popups: [press('Raw'), press('Metadata'), press('Open in full width')],
  },
  {
    name: 'request-compare',
    route: '/requests/compare',
    address: ({ request, otherRequest }) => `/requests/compare?a=${otherRequest}&b=${request}`,
    ready: 'Output',
    popups: [press(/^Different/)],
  },
  {
    name: 'traces',
    route: '/traces',
    address: () => '/traces',
    ready: 'Duration',
    popups: [press('Filter'), press('Export'), press('Refunds that failed', /^More for view/, 'Rename')],
  },
  {
    name: 'trace',
    route: '/traces/$traceId',
    address: ({ trace }) => `/traces/${trace}`,
    ready: 'execute_tool track_parcel',
    popups: [
      { name: 'span', open: (page) => page.locator('[data-span]').nth(4).click() },
      press('Critical path'),
      press('Graph'),
      press('Compare with…'),
    ],
  },
  {
    name: 'trace-compare',
    route: '/traces/$traceId/compare',
    address: ({ trace, otherTrace }) => `/traces/${otherTrace}/compare?with=${trace}`,
    ready: 'execute_tool track_parcel',
    popups: [{ name: 'span', open: (page) => page.locator('[data-pair]').nth(2).click() }],
  },
  { name: 'sessions', route: '/sessions', address: () => '/sessions', ready: 'ticket-4711' },
  {
    name: 'session',
    route: '/sessions/$sessionId',
    address: () => '/sessions/ticket-4711',
    ready: 'Where is my tent',
  },
  { name: 'users', route: '/users', address: () => '/users', ready: 'customer-42' },
  {
    name: 'user',
    route: '/users/$userId',
    address: () => '/users/customer-42',
    ready: 'ticket-4711',
    popups: [{ name: 'traces', open: (page) => page.getByRole('tab', { name: 'Traces' }).click() }],
  },
  {
    name: 'dashboards',
    route: '/dashboards',
    address: () => '/dashboards',
    ready: 'Costs',
    popups: [press('New dashboard'), press('More for Costs')],
  },
  {
    name: 'dashboard',
    route: '/dashboards/$dashboardId',
    address: () => '/dashboards/1?edit=true',
    ready: 'claude-sonnet-4-5',
    popups: [press('Add tile'), press('Rename'), press('More for Cost by prompt')],
  },
  { name: 'analytics', route: '/analytics', address: () => '/analytics', ready: 'claude-sonnet-4-5' },
  {
    name: 'analytics-costs',
    route: '/analytics',
    address: () => '/analytics?part=costs',
    ready: 'claude-sonnet-4-5',
    popups: [press('Reprice')],
  },
  {
    name: 'tables',
    route: '/tables',
    address: () => '/tables',
    ready: 'Support triage',
    popups: [press('New table'), press('More for Support triage', 'Delete')],
  },
  {
    name: 'table',
    route: '/tables/$tableId',
    address: ({ table }) => `/tables/${table}`,
    ready: 'Overall score',
    popups: [
      press('Run'),
      press('More for this sheet', 'Import rows'),
      press('More for this sheet', 'Export'),
      press('Column ticket', 'Delete column'),
      press('Column triage', 'Configure'),
      inGrid('ArrowRight', 'ArrowRight', 'ArrowRight', 'Space'),
      inGrid('Shift+Enter'),
      inGrid('F2'),
    ],
  },
  ...(['score', 'history', 'compare'] as const).map(
    (panel): Screen => ({
      name: `table-${panel}`,
      route: '/tables/$tableId',
      address: ({ table }) => `/tables/${table}?panel=${panel}`,
      ready: { score: 'Good reply', history: 'baseline', compare: 'Compare this sheet with' }[panel],
      popups: {
        score: [press('Rows'), press('Steps')],
        history: [press(/^v12/)],
        compare: [],
      }[panel],
    }),
  ),
  {
    name: 'table-compare-outputs',
    route: '/tables/$tableId/compare',
    address: ({ table }) => `/tables/${table}/compare`,
    ready: 'Baseline',
  },
  {
    name: 'table-new-column',
    route: '/tables/$tableId',
    address: ({ table }) => `/tables/${table}?column=new`,
    ready: /^Save column/,
  },
  {
    name: 'table-of-the-sdk',
    route: '/workspace/$workspaceId/smart-tables/$tableId',
    address: ({ table }) => `/workspace/1/smart-tables/${table}`,
    ready: 'Overall score',
  },
  {
    name: 'workflows',
    route: '/workflows',
    address: () => '/workflows',
    ready: 'Answer a ticket',
    popups: [press('More for Answer a ticket', 'Delete')],
  },
  {
    name: 'workflow',
    route: '/workflows/$workflowId',
    address: ({ workflow }) => `/workflows/${workflow}`,
    ready: 'reply',
    popups: [
      press('Run'),
      press('Inputs'),
      { name: 'node', open: (page) => page.locator('.react-flow__node', { hasText: 'reply' }).click() },
    ],
  },
  ...(['versions', 'runs'] as const).map(
    (panel): Screen => ({
      name: `workflow-${panel}`,
      route: '/workflows/$workflowId',
      address: ({ workflow }) => `/workflows/${workflow}?panel=${panel}`,
      ready: /ago|just now/,
    }),
  ),
  {
    name: 'workflow-run',
    route: '/workflows/$workflowId',
    address: ({ workflow }) => `/workflows/${workflow}?run=1`,
    ready: 'reply',
  },
  {
    name: 'workflow-new',
    route: '/workflows/$workflowId',
    address: () => '/workflows/new',
    ready: 'An empty workflow',
  },
  {
    name: 'evaluations',
    route: '/evaluations',
    address: () => '/evaluations',
    ready: 'Triage, every night',
    popups: [press('New report'), press('More for Triage, every night', 'Delete')],
  },
  {
    name: 'datasets',
    route: '/evaluations',
    address: () => '/evaluations?show=datasets',
    ready: 'Tickets of spring',
    popups: [press('New dataset')],
  },
  {
    name: 'pipeline',
    route: '/evaluations/reports/$reportId',
    address: ({ pipeline }) => `/evaluations/reports/${pipeline}`,
    ready: 'right',
    popups: [press('Columns'), press('Score card'), press('Run')],
  },
  {
    name: 'pipeline-runs',
    route: '/evaluations/reports/$reportId',
    address: ({ pipeline }) => `/evaluations/reports/${pipeline}?show=runs`,
    ready: 'first night',
  },
  {
    name: 'report',
    route: '/evaluations/reports/$reportId',
    address: ({ report }) => `/evaluations/reports/${report}`,
    ready: 'right',
  },
  {
    name: 'dataset',
    route: '/evaluations/datasets/$groupId',
    address: ({ dataset }) => `/evaluations/datasets/${dataset}`,
    ready: 'expected',
    popups: [
      press('Add rows', 'From a file, as a version'),
      press('Add rows', 'From a filter of requests, as a version'),
    ],
  },
  {
    name: 'playground',
    route: '/playground',
    address: () => '/playground',
    ready: 'Run all',
    popups: [
      press('More for this playground', 'Make a table'),
      press('Save'),
      press('Add variant'),
      press('More for variant A', 'Save as version'),
    ],
  },
  {
    name: 'playground-saved',
    route: '/playground',
    address: ({ playground }) => `/playground?id=${playground}`,
    ready: 'Saved',
    popups: [press('More for this playground', 'Rename'), press('More for this playground', 'Delete')],
  },
  {
    name: 'playgrounds',
    route: '/playground/saved',
    address: () => '/playground/saved',
    ready: 'Short answers',
    popups: [press('More for Short answers', 'Delete')],
  },
  {
    name: 'playground-replay',
    route: '/playground',
    address: ({ request }) => `/playground?request=${request}`,
    ready: 'Response format',
  },
  settings('general', 'Workspace ID'),
  settings('dynamic-labels', 'Labels that split the reads'),
  settings('variable-sets', 'a customer in Berlin', press('a customer in Berlin'), press('New set')),
  settings('keys', 'New key', press('New key'), press('Revoke first key')),
  settings('members', 'ada@example.com', press('Invite')),
  settings(
    'connections',
    'EU account',
    press('Add key'),
    press('Change EU account'),
    press('Delete EU account'),
  ),
  settings('labels', 'launch', press('Protect a label'), press('Remove launch')),
  settings('variables', 'CRM_REGION', press('Add variable'), press('Replace CRM_REGION')),
  {
    name: 'tools',
    route: '/tools',
    address: () => '/tools',
    ready: 'find_customer',
    popups: [press('New tool')],
  },
  { name: 'snippets', route: '/tools', address: () => '/tools?show=snippets', ready: 'tone-of-voice' },
  settings('skills', 'Claude Code', press('support'), press('New collection')),
  settings('mcp-servers', 'https://mcp.example.com/mcp', press('Add server'), press('Remove search')),
  settings('models', 'Evaluator'),
  settings('storage', 'Free on the disk'),
  settings('prices', 'Import a list', press('Add price'), press('Import a list')),
  settings('recently-deleted', 'Draft of a reply'),
  settings('privacy', 'Add rule', press('Add rule')),
  settings('person-deletions', 'Ticket 4711', press('Delete a person…'), press('Receipt')),
  settings('retention', 'Add rule', press('Kept forever', 'Review and save')),
  settings('log-export', 'There is no export yet', press('Every day')),
  settings('code', 'Code may use the network'),
  settings('audit', 'Details', press(/^Details of/)),
  settings('accounts', 'ada@example.com'),
  settings('workspaces', /Provider keys/),
  settings('account', 'Change password'),
  { name: 'settings', route: '/settings', address: () => '/settings', ready: 'Workspace ID' },
  {
    name: 'former-tools',
    route: '/settings/tools',
    address: () => '/settings/tools',
    ready: 'find_customer',
  },
]

/** Waits until the screen has its data. */
export async function shown(page: Page, { ready }: Screen): Promise<void> {
  await page.getByText(ready).locator('visible=true').first().waitFor()
}
