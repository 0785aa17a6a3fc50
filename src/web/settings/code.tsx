import { useMay } from '../api/index.ts'
import { Badge, Switch } from '../design/index.ts'
import { SandboxLevel } from './sandbox-level.tsx'
import { Section } from './section.tsx'
import { useWorkspace } from './use-workspace.ts'

export function Code() {
  const { query, settings, change } = useWorkspace()
  const isAdmin = useMay('admin')
  return (
    <Section
      title="Code"
      changedBy="admin"
      about="The code of tools and of cells runs in a sandbox."
      query={query}
    >
      {isAdmin && <SandboxLevel />}
      {settings && (
        <div className="flex items-center gap-3 rounded-lg border bg-surface p-4">
          <div className="flex-1">
            <label htmlFor="sandbox-network" className="font-medium">
              Code may use the network
            </label>
            <p className="text-small text-ink-soft">
              Tools and code cells may fetch from public addresses. If off, they reach no address.
            </p>
          </div>
          {isAdmin ? (
            <Switch
              id="sandbox-network"
              label="Code may use the network"
              checked={settings.sandbox_network}
              onChange={(sandbox_network) => change({ sandbox_network })}
            />
          ) : (
            <Badge>{settings.sandbox_network ? 'on' : 'off'}</Badge>
          )}
        </div>
      )}
    </Section>
  )
}
