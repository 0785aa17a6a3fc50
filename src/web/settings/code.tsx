import { useMay } from '../api/index.ts'
import { Badge, FormRow, SwitchRow } from '../design/index.ts'
import { SandboxLevel } from './sandbox-level.tsx'
import { Section } from './section.tsx'
import { useWorkspace } from './use-workspace.ts'

export function Code() {
  const { query, settings, change } = useWorkspace()
  const isAdmin = useMay('admin')
  return (
    <Section
      title="Code sandbox"
      changedBy="admin"
      about="The code of tools and of cells runs in a sandbox."
      query={query}
    >
      {isAdmin && <SandboxLevel />}
      {settings && (
        <FormRow
          title="Network"
          help="On: tools and code cells may fetch from public addresses. Off: they reach no address."
        >
          {isAdmin ? (
            <SwitchRow
              label="Code may use the network"
              checked={settings.sandbox_network}
              onChange={(sandbox_network) => change({ sandbox_network })}
            />
          ) : (
            <Badge>{settings.sandbox_network ? 'On' : 'Off'}</Badge>
          )}
        </FormRow>
      )}
    </Section>
  )
}
