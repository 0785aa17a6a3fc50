/** The audience of a section: admins of the workspace, or of the installation. */
type Audience = 'admins' | 'installation'

export interface SettingsSection {
  readonly to: string
  readonly name: string
  /** By default all people. */
  readonly for?: Audience
}

/** The sections of the settings; the palette finds them by their names too. */
export const settingsGroups: readonly {
  readonly name: string
  readonly sections: readonly SettingsSection[]
}[] = [
  { name: 'You', sections: [{ to: '/settings/account', name: 'Account' }] },
  {
    name: 'Workspace',
    sections: [
      { to: '/settings/general', name: 'General' },
      { to: '/settings/members', name: 'Members' },
      { to: '/settings/labels', name: 'Protected labels' },
      { to: '/settings/dynamic-labels', name: 'Dynamic labels' },
      { to: '/settings/variable-sets', name: 'Input variable sets' },
      { to: '/settings/audit', name: 'Audit log', for: 'admins' },
    ],
  },
  {
    name: 'Models',
    sections: [
      { to: '/settings/connections', name: 'Provider keys' },
      { to: '/settings/models', name: 'Default models' },
      { to: '/settings/prices', name: 'Prices' },
    ],
  },
  {
    name: 'Developer',
    sections: [
      { to: '/settings/keys', name: 'API keys', for: 'admins' },
      { to: '/settings/skills', name: 'Skills' },
      { to: '/settings/mcp-servers', name: 'MCP servers' },
      { to: '/settings/variables', name: 'Environment variables' },
      { to: '/settings/code', name: 'Code sandbox' },
    ],
  },
  {
    name: 'Data',
    sections: [
      { to: '/settings/recently-deleted', name: 'Recently deleted' },
      { to: '/settings/privacy', name: 'Privacy' },
      { to: '/settings/person-deletions', name: 'Deletion of a person', for: 'admins' },
      { to: '/settings/retention', name: 'Retention' },
      { to: '/settings/log-export', name: 'Log export' },
      { to: '/settings/storage', name: 'Storage', for: 'admins' },
      { to: '/evaluations', name: 'Legacy evaluations' },
    ],
  },
  {
    name: 'Installation',
    sections: [
      { to: '/settings/accounts', name: 'Accounts', for: 'installation' },
      { to: '/settings/workspaces', name: 'Workspaces', for: 'installation' },
    ],
  },
]
