/** The audience of a section: all people, admins of the workspace, or admins of the installation. */
type Audience = 'all' | 'admins' | 'installation'

interface SettingsSection {
  readonly to: string
  readonly name: string
  readonly for: Audience
}

/** The sections of the settings; the palette finds them by their names too. */
export const settingsGroups: readonly {
  readonly name: string
  readonly sections: readonly SettingsSection[]
}[] = [
  { name: 'You', sections: [{ to: '/settings/account', name: 'Account', for: 'all' }] },
  {
    name: 'Workspace',
    sections: [
      { to: '/settings/general', name: 'General', for: 'all' },
      { to: '/settings/members', name: 'Members', for: 'all' },
      { to: '/settings/labels', name: 'Protected labels', for: 'all' },
      { to: '/settings/dynamic-labels', name: 'Dynamic labels', for: 'all' },
      { to: '/settings/variable-sets', name: 'Input variable sets', for: 'all' },
      { to: '/settings/audit', name: 'Audit log', for: 'admins' },
    ],
  },
  {
    name: 'Models',
    sections: [
      { to: '/settings/connections', name: 'Provider keys', for: 'all' },
      { to: '/settings/models', name: 'Default models', for: 'all' },
      { to: '/settings/prices', name: 'Prices', for: 'all' },
    ],
  },
  {
    name: 'Developer',
    sections: [
      { to: '/settings/keys', name: 'API keys', for: 'admins' },
      { to: '/settings/skills', name: 'Skills', for: 'all' },
      { to: '/settings/mcp-servers', name: 'MCP servers', for: 'all' },
      { to: '/settings/variables', name: 'Environment variables', for: 'all' },
      { to: '/settings/code', name: 'Code sandbox', for: 'all' },
    ],
  },
  {
    name: 'Data',
    sections: [
      { to: '/settings/recently-deleted', name: 'Recently deleted', for: 'all' },
      { to: '/settings/privacy', name: 'Privacy', for: 'all' },
      { to: '/settings/person-deletions', name: 'Deletion of a person', for: 'admins' },
      { to: '/settings/retention', name: 'Retention', for: 'all' },
      { to: '/settings/log-export', name: 'Log export', for: 'all' },
      { to: '/settings/storage', name: 'Storage', for: 'admins' },
      { to: '/evaluations', name: 'Legacy evaluations', for: 'all' },
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
