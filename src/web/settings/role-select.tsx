import { type Role, roles } from '../../engine/roles.ts'
import { roleDescriptions, roleNames } from '../api/index.ts'
import { Select, SelectField } from '../design/index.ts'

const choices = roles.map((role) => ({ value: role, label: `${roleNames[role]}: ${roleDescriptions[role]}` }))

interface Props {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

export const RoleField = ({ value, onChange }: Props) => (
  <SelectField label="Role" value={value} choices={choices} onChange={onChange} />
)

export const RoleSelect = ({ value, onChange, label }: Props & { label: string }) => (
  <Select
    label={label}
    value={value}
    choices={roles.map((role) => ({ value: role, label: roleNames[role] }))}
    onChange={onChange}
  />
)
